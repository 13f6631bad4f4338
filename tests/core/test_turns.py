"""Objects and circumstances before the verb, short first persons, and what looks like them."""

from __future__ import annotations

import pytest

from seasoned.core.extracting import extract

KEPT = [
    ("Zur Uni fahr ich immer mit dem Bus.", "fact", "Bus"),
    ("Seit 2012 wohn ich in Erfurt.", "fact", "Erfurt"),
    ("Meine Chefin heißt Renate.", "fact", "Renate"),
    ("Ich bin inzwischen bei Bayer.", "fact", "Bayer"),
    ("Auf Haselnüsse reagiere ich allergisch.", "fact", "Haselnüsse"),
    ("Wie bleibe ich in meinem Job als Kurierfahrerin fit?", "fact", "Kurierfahrerin"),
    ("Ich komme mit Listen besser klar als mit Fließtext.", "preference", "Listen"),
    ("Für Karaoke bin ich immer zu haben.", "preference", "Karaoke"),
    ("Ich ziehe Zelte jedem Hotel vor.", "preference", "Zelte"),
    ("Danish isn't my first language.", "fact", "Danish"),
    ("Ein Auto hab ich übrigens nicht.", "fact", "Auto"),
    ("Singe im Kneipenchor Bass, seit Jahren. Was hilft gegen Heiserkeit?", "fact", "chor"),
    ("Schreibe gerade meine Masterarbeit in Physik. Wie gliedere ich sie?", "fact", "Physik"),
    ("Hab mir über die Jahre 300 Schallplatten angesammelt.", "fact", "Schallplatten"),
    ("Seit der Scheidung leben die Kinder bei mir.", "fact", "Scheidung"),
    ("Seit meinem Schlaganfall laufe ich nur mit Rollator.", "fact", "Schlaganfall"),
    ("In sechs Wochen kommt unser Baby.", "fact", "Baby"),
    ("Als Brillenträgerin beschlagen mir ständig die Gläser.", "fact", "Brillenträgerin"),
    ("Bin letztes Jahr Oma geworden.", "fact", "Oma"),
    ("Ich bin seit diesem Frühjahr Schulleiterin an einer Grundschule.", "fact", "Schulleiterin"),
    ("Wie kopiere ich auf meinem Galaxy S21 die Kontakte?", "fact", "Galaxy S21"),
    ("Energydrinks rühr ich nicht an.", "preference", "Energydrinks"),
    ("Kreuzfahrten kommen für uns nicht in Frage.", "preference", "Kreuzfahrten"),
    ("Bei alten Westernfilmen geht mir das Herz auf.", "preference", "Westernfilmen"),
    ("Opern find ich stinklangweilig.", "preference", "Opern"),
    ("Am liebsten hör ich Hörbücher beim Putzen.", "preference", "Hörbücher"),
    ("Mir reichen zwei Sätze.", "preference", "zwei Sätze"),
    ("Ich will von Diäten grundsätzlich nichts hören.", "instruction", "Diäten"),
    ("Been a type 2 diabetic since I was forty.", "fact", "type 2"),
    ("They've had me on lithium since 2019.", "fact", "lithium"),
    ("We've got three teenage daughters.", "fact", "daughters"),
    ("So I restore antique clocks in the garage.", "fact", "clocks"),
    ("The thing is I'm paid monthly.", "fact", "monthly"),
    ("Our cottage is a 1880s stone barn.", "fact", "1880s"),
    ("Our old beagle Monty flat out refuses his food.", "fact", "Monty"),
    ("Since the merger my boss is Hannah.", "fact", "Hannah"),
    ("I'm no longer on the Apollo team.", "fact", "Apollo"),
    ("Given the choice I'd rather have tabs than spaces.", "preference", "tabs"),
    ("I love it when you're direct with me.", "preference", "direct"),
    ("Holiday wise we're happiest on small islands.", "preference", "islands"),
    ("I find audiobooks easier to follow than print.", "preference", "audiobooks"),
    ("I'm firmly anti-car.", "preference", "anti-car"),
    ("All temperatures in Celsius from here on please.", "instruction", "Celsius"),
    ("Please don't ever suggest seafood dishes.", "instruction", "seafood"),
]
LEFT = [
    "Eine Antwort hab ich noch nicht.",
    "Mit meinem Tarif 4 stimmt was nicht.",
    "It's Friday now.",
    "My bus is Friday at 8.",
    "We have twin beds in the hotel.",
    "Zum Bahnhof fahr ich heute mit dem Bus.",
    "Ich bin jetzt bei Schritt drei.",
    "Ich bin jetzt bei Aufgabe 4b.",
    "Ein Chef heißt Renate.",
    "Ich ziehe den Termin vor.",
    "Für das bin ich nicht zu haben.",
    "Is Danish your first language?",
    "Eine Idee hab ich nicht.",
    "Spiel in der Szene mit Band den Bösewicht.",
    "Schreibe gerade eine Mail an den Vermieter.",
    "Seit dem Update sind die Kinder ausgesperrt.",
    "Morgen kommt unser Baby zum Arzt.",
    "Als Brillenträger würde ich das anders sehen.",
    "Meine Tante meint, als Linkshänder hätte ich Pech.",
    "Wie lösche ich auf meinem Zettel 3 Zeilen?",
    "Diese Datei rühr ich nicht an.",
    "Der Vorschlag kommt heute nicht in Frage.",
    "Das find ich langweilig.",
    "Am liebsten wär ich jetzt am Meer.",
    "Ja klar, ich ess am liebsten kalte Pommes.",
    "Ich will davon nichts hören.",
    "So wohnen wir.",
    "Been stuck here for two years or so it feels.",
    "They put me on hold since noon.",
    "We've got three kids visiting this weekend.",
    "I restore the database from a backup.",
    "It's working now.",
    "Our place is a mess.",
    "If I had a dog Rex, my dog Rex loves walks.",
    "I'm no longer on the same page as you.",
    "Never been tested though.",
    "He says he is anti-car.",
    "I find that easier to read.",
    "All prices are in euros, aren't they?",
    "Did you ever suggest seafood dishes?",
]


@pytest.mark.parametrize(("user", "kind", "text"), KEPT)
def test_a_frame_of_grammar_tells_of_the_speaker(user: str, kind: str, text: str) -> None:
    assert [item.kind for item in extract(user) if text in item.text][:1] == [kind]


@pytest.mark.parametrize("user", LEFT)
def test_what_only_looks_like_it_is_left_alone(user: str) -> None:
    assert extract(user) == ()


@pytest.mark.parametrize(
    "said",
    [
        "I collect errors in a list before raising.",
        "I run the script every minute and it dies.",
        "I work in a loop over all files here.",
        "My phone is at 5 percent.",
        "Im Spiel nehm ich immer den Magier.",
        "Ich sammle die Fehler in einer Liste.",
    ],
)
def test_what_goes_on_in_code_or_in_a_game_is_nothing_of_the_speaker(said: str) -> None:
    assert extract(said) == ()

"""Pages of HTML become Markdown that says what a reader of the page would read."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seasoned import InvalidInput
from seasoned.core.chunking import chunk_pages
from seasoned.readers.choosing import read


def markdown(page: str) -> str:
    return read(page.encode(), "a.html").text


@pytest.mark.parametrize(
    ("page", "wanted"),
    [
        ("<p>One\n  two&nbsp;three<p>four", "One two three\n\nfour\n"),
        ("<h2>A <em>b</em></h2><div>c</div>", "## A b\n\nc\n"),
        ("a<br>b<br/>c", "a\nb\nc\n"),
        ("&lt;b&gt; &amp;amp; &#x20AC; 1 < 2", "<b> &amp; € 1 < 2\n"),
        ("<ul><li>a<li>b<ul><li>c</ul><li>d</ul>e", "- a\n- b\n  - c\n- d\n\ne\n"),
        ("<ol start=9><li>a</li><li>b</li></ol>", "9. a\n10. b\n"),
        ("<ul><li><p>a</p><p>b</p></li></ul>", "- a\n\n  b\n"),
        ("<blockquote><p>a</p><p>b</p></blockquote>", "> a\n\n> b\n"),
        (
            "see <a href='https://x.y/z?a=1&amp;b'> the  page</a>.",
            "see [the page](https://x.y/z?a=1&b).\n",
        ),
        ("<a href=#top>up</a> <a href='javascript:x'>do</a> <a>no</a>", "up do no\n"),
        ("<a href=a>x<a href=b>y</a>", "[x](a)[y](b)\n"),
        ("use <code>a  b</code> or <code>c`d</code>", "use `a b` or `` c`d ``\n"),
        (
            "<pre class=x><code class='hl language-py'>\n if a &lt; b:\n\n  c\n</code></pre>",
            "```py\n if a < b:\n\n  c\n```\n",
        ),
        ("<pre>a ``` b</pre>", "````\na ``` b\n````\n"),
        (
            "<table><caption>T</caption><tr><th>a<th>b<tr><td><td>c|d<tr><td colspan=2>e</table>",
            "T\n\n| a | b |\n|---|---|\n|  | c\\|d |\n| e |  |\n",
        ),
        ("<table><tr><td><p>a</p><p>b</p><tr><td>c</table>d", "a\n\nb\n\nc\n\nd\n"),
        ("<table><tr><td>a<td><table><tr><td>b<td>c</table></table>", "| a | b c |\n|---|---|\n"),
        ("<p># no heading<p>``` no code<p>---", "\\# no heading\n\n\\``` no code\n\n\\---\n"),
        ("a <img alt='the cat' src=c.png> b<hr>c", "a the cat b\n\nc\n"),
        ("<dl><dt>a<dd>b</dl>", "a\n\nb\n"),
    ],
)
def test_elements_become_markdown(page: str, wanted: str) -> None:
    assert markdown(page) == wanted


@pytest.mark.parametrize(
    "gone",
    [
        "<nav><ul><li>GONE</ul></nav>",
        "<script>if (a<b) { document.write('<p>GONE</p>') }</script>",
        "<style>GONE {}</style>",
        "<!-- GONE > -->",
        "<footer>GONE</footer>",
        "<aside><p>GONE</aside>",
        "<div role=navigation>GONE<div>GONE</div></div>",
        "<p hidden>GONE<p>",
        "<div aria-hidden='true'>GONE</div>",
        "<button>GONE</button><select><option>GONE</select>",
        "<noscript>GONE</noscript><svg><text>GONE</text></svg>",
        "<?php GONE ?><!DOCTYPE GONE>",
    ],
)
def test_what_is_not_the_text_of_the_page_is_left_out(gone: str) -> None:
    assert markdown(f"<body>before {gone} after") in ("before after\n", "before\n\nafter\n")


def test_of_a_page_with_a_main_part_only_that_stays() -> None:
    page = "<div>menu</div><main><article><h1>T</h1><aside>note</aside></article></main><p>end"
    assert markdown(page) == "# T\n\nnote\n"
    assert markdown("<p>all<main> </main>") == "all\n"


def test_navigation_that_is_never_closed_does_not_swallow_the_page() -> None:
    assert markdown("<nav><a href=/>Home</a><h1>Title</h1><p>Text") == "# Title\n\nText\n"


@pytest.mark.parametrize(
    ("page", "title"),
    [
        ("<title> A &amp;\n b </title><h1>C</h1>x", "A & b"),
        ("<h2>C <i>d</i></h2>x", "C d"),
        ("x", "page"),
    ],
)
def test_a_page_has_a_title(page: str, title: str) -> None:
    assert read(page.encode(), "page.html").title == title


def test_a_page_is_known_by_its_beginning() -> None:
    assert read(b"\n<!DOCTYPE html><p>a</p>", "page").text == "a\n"
    assert read(b"<p>a</p>", "a.txt").text == "<p>a</p>"


def test_a_page_says_its_encoding() -> None:
    page = "<meta charset='gb2312'><p>中文</p>"
    reading = read(page.encode("gb2312"), "a.html")
    assert (reading.text, reading.unread) == ("中文\n", ())
    wrong = read("<meta charset=nonsense><p>é</p>".encode("latin-1"), "a.html")
    assert wrong.text == "é\n" and wrong.unread


def test_its_pieces_stand_under_its_headings() -> None:
    page = "<h1>Guide</h1><p>a<h2>Install</h2><pre># make</pre><h2>Use</h2><table><tr><td>b<td>c"
    pieces = chunk_pages(read(page.encode(), "a.html").pages)
    assert [(piece.headings, piece.text) for piece in pieces] == [
        (("Guide",), "# Guide\n\na"),
        (("Guide", "Install"), "## Install\n\n```\n# make\n```"),
        (("Guide", "Use"), "## Use\n\n| b | c |\n|---|---|"),
    ]


def test_a_page_without_text_is_refused() -> None:
    with pytest.raises(InvalidInput, match="no text outside of its navigation and scripts"):
        markdown("<nav>a</nav><script>b</script>")


PARTS = (
    *("<!--", "<!", "<?", "<", "</", "<a ", '<a href="', "<a b='", "<p>x", "<ul><li>x", "<li>"),
    *("<blockquote>a", "<a href=b>x", "</a>", "<table><tr><td>x", "<td colspan=50>x", "<code>`"),
    *("<pre>x", "<script>", "<title>", "<nav>", "<main>x", "<div hidden>", "<br>", "&#", " \n"),
)


@pytest.mark.parametrize("part", PARTS)
def test_time_grows_with_the_length_and_no_faster(part: str) -> None:
    def seconds(length: int) -> float:
        page = ("<html>x" + part * length)[:length] + "y"
        begin = time.process_time()
        read(page.encode(), "a.html")
        return time.process_time() - begin

    assert seconds(160_000) < 30 * max(seconds(20_000), 0.01)


@given(
    st.lists(st.sampled_from((*PARTS, "</p>", "</li>", "</table>", "</pre>", "</code>", "y", ">")))
)
def test_any_page_is_read_or_refused(parts: list[str]) -> None:
    try:
        text = markdown("".join(["<html>", *parts]))
    except InvalidInput:
        return
    assert text.strip()

"""seasoned beside its peers: the same records, questions and vectors, each in its own process.

What runs inside a peer's environment (`workload`, `adapters`, `worker`) needs numpy and the peer
alone; what prepares, runs and reports (`environments`, `runs`, `report`) needs no peer.
"""

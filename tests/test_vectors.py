"""The protocol's test vectors: what any other program must compute too."""

import json
from pathlib import Path
from typing import Any

import pytest

from pbem import codec, dice, merkle, seal
from pbem.keys import PrivateKey, PublicKey

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parent / "vectors" / "vectors.json").read_text("utf-8")
)
CASES = ("seed", "rolls", "merkle", "annex", "state", "tree")


def each(name: str) -> pytest.MarkDecorator:
    cases = [pytest.param(case, id=f"{name}-{n}") for n, case in enumerate(VECTORS[name])]
    return pytest.mark.parametrize("case", cases)


def in_bytes(case: dict[str, Any], *names: str) -> list[bytes]:
    return [bytes.fromhex(case[name]) for name in names]


def test_no_list_of_vectors_is_empty() -> None:
    assert all(VECTORS[name] for name in CASES)


@each("seed")
def test_seed_and_commitment(case: dict[str, Any]) -> None:
    secret, game = in_bytes(case, "game_secret", "game")
    seed = dice.seed_for(secret, game, case["seq"])
    assert seed.hex() == case["seed"]
    assert dice.commitment(game, case["seat"], case["seq"], seed).hex() == case["commit"]


def test_roll_key() -> None:
    case = VECTORS["roll_key"]
    assert dice.roll_key(*in_bytes(case, "seed", "file_hash")).hex() == case["key"]


@each("rolls")
def test_rolls(case: dict[str, Any]) -> None:
    (key,) = in_bytes(case, "key")
    thrown = dice.throw(key, case["label_utf8"], count=case["n"], sides=case["sides"])
    assert list(thrown) == case["dice"]


def test_salt_and_commitment_of_a_sealed_item() -> None:
    case = VECTORS["seal"]
    secret, game = in_bytes(case, "game_secret", "game")
    seat, seq, item = case["seat"], case["seq"], case["id"]
    salt = seal.salt_for(secret, game, seq, item)
    assert salt.hex() == case["salt"]
    commit = seal.commitment(game, seat, seq, item, salt, case["content_toml"])
    assert commit.hex() == case["commit"]
    assert seal.committing(secret, game, seat, seq)(item, case["content_toml"]) == commit


@each("merkle")
def test_trees_over_commitments(case: dict[str, Any]) -> None:
    commits = [bytes.fromhex(one) for one in case["commits"]]
    root = merkle.root_of(commits)
    assert root.hex() == case["root"]
    for number, wanted in enumerate(case["proofs"]):
        proof = merkle.proof_for(commits, number)
        assert [one.hex() for one in proof] == wanted
        assert merkle.root_from(commits[number], number, len(commits), proof) == root


def test_charts_of_a_file() -> None:
    case = VECTORS["charts"]
    secret, game = in_bytes(case, "game_secret", "game")
    seat, seq, commits = case["seat"], case["seq"], []
    commit = seal.committing(secret, game, seat, seq)
    assert [item["id"] for item in case["items"]] == sorted(
        (item["id"] for item in case["items"]), key=str.encode
    )
    for item in case["items"]:
        salt = seal.salt_for(secret, game, seq, item["id"])
        assert salt.hex() == item["salt"]
        commits.append(seal.commitment(game, seat, seq, item["id"], salt, item["content_toml"]))
        assert commits[-1].hex() == item["commit"]
        assert commit(item["id"], item["content_toml"]) == commits[-1]
    assert merkle.root_of(commits).hex() == case["root"]
    part = case["open"]
    salt, proof = bytes.fromhex(part["salt"]), [bytes.fromhex(one) for one in part["proof"]]
    leaf = seal.commitment(game, seat, part["seq"], part["id"], salt, part["content"])
    found = merkle.root_from(leaf, case["leaf"], case["leaves"], proof)
    assert found is not None
    assert found.hex() == case["root"]


@each("annex")
def test_annex_identity_and_recipient(case: dict[str, Any]) -> None:
    identity = seal.annex_identity(*in_bytes(case, "game_secret", "game"))
    assert identity == case["identity"]
    assert seal.annex_recipient(identity) == case["recipient"]


def test_an_annex_opens_for_its_author_and_the_referee() -> None:
    case = VECTORS["annex_file"]
    wanted = [(one["id"], one["salt"], one["content_toml"]) for one in case["items"]]
    assert wanted
    referee = PrivateKey.from_seed(*in_bytes(case, "referee_private_seed"))
    assert referee.public.line == case["referee"]
    for items in (
        seal.decrypt_annex(case["armour"], case["identity"]),
        seal.read_annex_as(case["armour"], referee),
    ):
        assert [(one.id, one.salt, one.content) for one in items] == wanted
    assert seal.annex_bytes(case["armour"], case["identity"]) == case["text_bytes"]


@each("state")
def test_canonical_form_and_digest(case: dict[str, Any]) -> None:
    assert codec.canonical(case["state"]).decode("utf-8") == case["canonical_utf8"]
    assert codec.digest(case["state"]).hex() == case["digest"]


@each("tree")
def test_tree_hash(case: dict[str, Any]) -> None:
    files = {name: text.encode("utf-8") for name, text in case["files_utf8"].items()}
    assert codec.tree_hash(files).hex() == case["hash"]


def test_scenario_hash() -> None:
    case = VECTORS["scenario"]
    assert codec.text_hash(case["file_utf8"].encode("utf-8")).hex() == case["hash"]


def test_signature() -> None:
    case = VECTORS["signature"]
    key, body = PrivateKey.from_seed(*in_bytes(case, "private_seed")), case["body_utf8"].encode()
    assert key.public.line == case["public"]
    assert key.sign(body) == case["sshsig"]
    assert PublicKey.parse(case["public"]).verifies(body, case["sshsig"])

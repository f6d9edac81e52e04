"""`pbem turn`: from the mail that came to the answer that goes."""

import os
import sys
from pathlib import Path

import pytest

from pbem.cli import run
from pbem.mail.find import find
from pbem.store import roster
from tests.simulator import Player, World, begin
from tests.terminal import seen

LAUNCH = """
[[order]]
type = "plan"
carrier = "akagi"
deck = ["Akagi-TB"]
"""


@pytest.fixture
def world(tmp_path: Path) -> World:
    return begin(tmp_path, "midway/midway-0700", ("japanese", "american"))


@pytest.fixture
def player(world: World) -> Player:
    return world.players["japanese"]


def editor(place: Path, *texts: str) -> dict[str, str]:
    """An editor that appends one of some texts each time it is opened."""
    place.mkdir()
    for number, text in enumerate(texts, 1):
        (place / str(number)).write_text(text)
    script = place / "edit"
    script.write_text(
        f'#!/bin/sh\ncat {place}/1 >> "$1"; mv {place}/2 {place}/1 2>/dev/null || :\n'
    )
    script.chmod(0o700)
    return {"VISUAL": str(script)}


def drafts(player: Player) -> list[str]:
    return [path.name for path in player.folder.glob("orders-*.toml")]


def sent(player: Player) -> list[str]:
    return sorted(path.name for path in (player.folder / "outbox").iterdir())


def on_terminal(player: Player, env: dict[str, str], answers: str, *words: str) -> str:
    home = {"PBEM_HOME": str(player.home), "NO_COLOR": "1", **env}
    return "\n".join(seen(80, player.folder, "turn", *words, answers=answers, env=home))


def test_a_turn_is_edited_told_in_words_signed_and_ready_to_be_mailed(
    player: Player, tmp_path: Path
) -> None:
    before = sent(player)
    said = on_terminal(player, editor(tmp_path / "editor", LAUNCH), "e\ns\n")
    assert "File 2 in words" in said
    assert said.count("next: the Japanese side (you) writes file 2") == 1
    assert sent(player) == [*before, "0002-japanese.pbem"]
    assert "mail it, as an attachment, to:" in said


def test_an_answer_that_is_none_is_told_in_one_line_and_asked_again(
    player: Player, tmp_path: Path
) -> None:
    env = editor(tmp_path / "editor", LAUNCH.replace("akagi", "hornet"))
    said = on_terminal(player, env, "e\ns\nq\n")
    assert "pbem: error: 's' is no answer to that" in said
    assert "pbem: hint: type e, h or q; Enter alone is e" in said
    assert "Error:" not in said
    assert said.count("or leave and keep them (q)? [e]:") == 2


def test_an_answer_in_capitals_is_one(player: Player, tmp_path: Path) -> None:
    before = sent(player)
    said = on_terminal(player, editor(tmp_path / "editor", LAUNCH), "E\nS\n")
    assert "is no answer to that" not in said
    assert sent(player) == [*before, "0002-japanese.pbem"]


def test_questions_are_broken_between_words(player: Player, tmp_path: Path) -> None:
    env = {"PBEM_HOME": str(player.home), "NO_COLOR": "1"}
    env |= editor(tmp_path / "editor", LAUNCH)
    lines = seen(44, player.folder, "turn", answers="e\nq\n", env=env)
    question = next(number for number, line in enumerate(lines) if line.startswith("Edit them"))
    assert lines[question] == "Edit them again (e), click them together"
    assert lines[question + 1].startswith("  (h), read the news again (n), sign and")
    assert lines[question + 2].startswith("  send (s), or leave (q)?")


def test_the_news_that_have_scrolled_by_are_read_again_by_the_pager(
    player: Player, tmp_path: Path
) -> None:
    pager = tmp_path / "pager"
    pager.write_text("#!/bin/sh\nsed 's/^/read: /'\n")
    pager.chmod(0o700)
    said = on_terminal(player, {"PAGER": str(pager), "LINES": "2"}, "n\nq\n")
    assert said.count("read: Midway") == 1
    assert said.count("the news again (n), or leave (q)?") == 2
    assert "is kept" in said


BROWSER = r"""
import pathlib, re, sys
from urllib.parse import unquote
page = pathlib.Path(unquote(sys.argv[1].removeprefix("file://")))
text = page.read_text(encoding="utf-8")
assert page.stat().st_mode & 0o077 == 0
mark, name = (re.search(rf'"{key}":"([^"]*)"', text)[1] for key in ("mark", "file"))
folder = pathlib.Path(sys.argv[0]).parent / "saved"
folder.mkdir(exist_ok=True)
order = '[[order]]\ntype = "plan"\ncarrier = "akagi"\ndeck = ["Akagi-TB"]\n'
for number, (at, what) in enumerate([("09", order), ("10", order), ("08", "nonsense")]):
    beside = name.replace(".toml", f" ({number}).toml")
    (folder / beside).write_text(f"{mark}2026-11-24T{at}:00:00.000Z\n{what}")
"""
"""Saves orders as somebody would who clicks them together, and two older files beside."""


def test_orders_are_clicked_together_in_a_browser(player: Player, tmp_path: Path) -> None:
    script = tmp_path / "browser.py"
    script.write_text(BROWSER)
    assert player.run("config", "browser", f"{sys.executable} {script} %s") == 0
    assert player.run("config", "downloads", str(tmp_path / "saved")) == 0
    before = sent(player)
    said = " ".join(on_terminal(player, {}, "t\nh\nt\ns\n").split())
    assert "'t' is no answer to that" in said
    assert "click them together in a browser (h)" in said
    assert "it opens in your browser" in said
    assert "they are looked for in" in said
    assert "(1).toml', the newest that you saved" in said
    assert "Akagi has Akagi-TB 5 SP on deck" in said
    assert sent(player) == [*before, "0002-japanese.pbem"]


def test_where_nothing_was_saved_it_is_asked_again(player: Player, tmp_path: Path) -> None:
    assert player.run("config", "browser", "false %s") == 0
    assert player.run("config", "downloads", str(tmp_path / "saved")) == 0
    said = on_terminal(player, {}, "h\nt\nq\n")
    assert "open it in a browser" in said
    assert "for this file lies there" in said
    assert "press Save on the page" in said
    assert "nothing is signed" in said


def test_who_has_opened_the_page_may_sign_what_he_had_written(
    player: Player, tmp_path: Path
) -> None:
    assert player.run("config", "browser", "false %s") == 0
    before = sent(player)
    said = on_terminal(player, editor(tmp_path / "editor", LAUNCH), "e\nh\nb\ns\n")
    assert "go back to your orders as they are (b)" in " ".join(said.split())
    assert said.count("File 2 in words") == 2
    assert sent(player) == [*before, "0002-japanese.pbem"]


def desktop(place: Path, script: str) -> dict[str, str]:
    """A desktop whose opener of files is that script."""
    place.mkdir()
    opener = place / "xdg-open"
    opener.write_text(f"#!/bin/sh\n{script}\n")
    opener.chmod(0o700)
    return {"PATH": f"{place}{os.pathsep}{os.environ['PATH']}", "DISPLAY": ":0"}


def test_the_last_step_of_a_turn_is_its_mail(player: Player, tmp_path: Path) -> None:
    """Without an account it is opened in the mail program, or left for later, also by Ctrl-D."""
    pipe = tmp_path / "opened"
    os.mkfifo(pipe)  # the opener is not waited for
    env = editor(tmp_path / "editor", LAUNCH)
    env |= desktop(tmp_path / "programs", f'echo "$1: no program" >&2; cat "$1" > {pipe}')
    said = " ".join(on_terminal(player, env, "e\ns\no\n").split())
    assert "Mail it: open it in your mail program (o), later (l)? [o]:" in said
    assert "file 2" in said.rpartition("[pbem ")[2]
    assert "if no window opens, give that file to your mail program yourself" in said
    assert "no program" not in said
    (found,) = find(pipe.read_bytes()).found
    assert found.raw == (player.folder / "chain" / "0002-japanese.pbem").read_bytes()


@pytest.mark.parametrize("typed", ["l\n", ""])
def test_a_mail_may_be_left_for_later(player: Player, tmp_path: Path, typed: str) -> None:
    env = editor(tmp_path / "editor", LAUNCH) | desktop(tmp_path / "programs", "false")
    said = on_terminal(player, env, f"e\ns\n{typed}")
    assert "mail it when you like: 'pbem mail write --open', or attach it" in said
    assert "0002-japanese.pbem" in sent(player)


def test_where_no_window_can_open_none_is_offered(player: Player, tmp_path: Path) -> None:
    env = editor(tmp_path / "editor", LAUNCH) | desktop(tmp_path / "programs", "false")
    env |= {"DISPLAY": "", "WAYLAND_DISPLAY": ""}
    said = on_terminal(player, env, "e\ns\n")
    assert "Mail it" not in said
    assert "mail it when you like: 'pbem mail write', or attach it to your own" in said
    assert "0002-japanese.pbem" in sent(player)


def test_from_elsewhere_the_only_game_is_played(
    player: Player,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    with player.at_home():
        assert run(["turn", "--no-input"]) == 1
        assert "no game of yours is known here" in capsys.readouterr().err
    assert player.run("turn", "--no-input") == 0
    (draft,) = player.folder.glob("orders-*.toml")
    draft.unlink()
    capsys.readouterr()
    with player.at_home():
        assert run(["turn", "--no-input"]) == 0
        said = " ".join(capsys.readouterr().out.split())
        assert said.startswith(f"your game in {player.folder}: ")
        assert f"edit it, then: pbem -C {player.folder} turn --yes" in said
        assert draft.exists()
        assert run(["-C", "nowhere", "turn", "--no-input"]) == 1


def test_from_elsewhere_several_games_are_named_with_what_to_type(
    player: Player,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    other = begin(tmp_path / "other", "pistols", ("red", "blue")).players["red"]
    monkeypatch.chdir(tmp_path)
    other = other.moved(other.folder, home=player.home)
    for one in (player, other):
        assert one.run("status") == 0
    capsys.readouterr()
    with player.at_home():
        roster.enter(player.folder)
        roster.enter(other.folder)
        assert run(["turn", "--no-input"]) == 1
    said = capsys.readouterr()
    assert "2 games; 1 waits for you" in said.out
    assert f"pbem -C {player.folder} turn" in said.out
    assert f"pbem -C {other.folder} status" in said.out
    assert said.err == (
        "pbem: error: it is not said which of your 2 games is meant\n"
        "pbem: hint: type one of the commands above\n"
    )


def test_who_leaves_keeps_his_orders_and_signs_nothing(player: Player, tmp_path: Path) -> None:
    before = sent(player)
    said = on_terminal(player, editor(tmp_path / "editor", LAUNCH), "e\nq\n")
    assert "orders-0002.toml is kept: go on with" in said
    assert sent(player) == before
    assert LAUNCH in (player.folder / "orders-0002.toml").read_text()
    again = on_terminal(player, editor(tmp_path / "later", ""), "s\n")
    assert "signed" not in again.splitlines()[0]
    assert sent(player) == [*before, "0002-japanese.pbem"]


def test_who_errs_is_told_all_of_it_and_edits_again(player: Player, tmp_path: Path) -> None:
    wrong = LAUNCH.replace("akagi", "hornet")
    right = "\n# mended"
    env = editor(tmp_path / "editor", wrong, right)
    said = on_terminal(player, env, "e\ne\nq\n")
    assert said.count("error: ") == 2
    assert "nothing is signed" in said
    assert drafts(player) == ["orders-0002.toml"]


def test_an_editor_that_cannot_be_run_is_named_and_how_to_name_another(player: Player) -> None:
    for name, other in (("/nonexistent/vi", "nano"), ("false", "nano"), ("/no/nano", "vi")):
        said = " ".join(on_terminal(player, {"VISUAL": name}, "e\nq\n").split())
        assert f"the editor '{name}' cannot be run, or failed" in said
        assert f"'pbem config editor {other}'; orders-0002.toml is as it was" in said
        assert said.endswith("go on with 'pbem turn'")
        (player.folder / "orders-0002.toml").unlink()


def test_who_waits_is_told_how_to_look_ahead(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    assert world.players["american"].run("status") == 0
    said = capsys.readouterr().out
    assert "what comes for you, as far as it is known: pbem -C" in said
    assert "orders --ahead" in said
    assert world.players["japanese"].run("status") == 0
    assert "--ahead" not in capsys.readouterr().out


def test_a_pipe_gets_the_form_and_then_signs_what_was_written(
    player: Player, capsys: pytest.CaptureFixture[str]
) -> None:
    assert player.run("turn") == 0
    assert "edit it, then: pbem -C" in capsys.readouterr().out
    path = player.folder / "orders-0002.toml"
    assert player.run("turn") == 0
    said = capsys.readouterr().out
    assert "orders-0002.toml orders nothing yet: edit it first" in said
    assert "turn --yes" not in said
    before = player.files()
    assert player.run("turn", "--yes") == 1
    said = capsys.readouterr().err
    assert "orders-0002.toml: nothing is ordered in it yet" in said
    assert "edit it first; to order nothing: pbem -C" in said
    assert player.files() == before
    path.write_text(path.read_text() + LAUNCH)
    assert player.run("turn") == 0
    assert "nothing is signed; sign it with: pbem -C" in capsys.readouterr().out
    assert player.run("turn", "--yes") == 0
    assert "0002-japanese.pbem" in sent(player)
    assert player.run("turn") == 0
    assert "the American side owes file 3" in capsys.readouterr().out


def test_a_form_that_was_left_untouched_is_not_signed_on_a_terminal_either(player: Player) -> None:
    before = sent(player)
    on_terminal(player, {}, "q\n")
    assert (player.folder / "orders-0002.toml").exists()
    said = on_terminal(player, {}, "", "--yes")
    assert "nothing is ordered in it yet" in said
    assert sent(player) == before


def test_who_has_no_game_is_told_how_to_come_by_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["turn"]) == 1
    err = capsys.readouterr().err
    assert "no game of yours is known here" in err
    assert "a new one begins with 'pbem new' or 'pbem join'" in err


def test_a_form_that_was_left_untouched_is_not_said_to_be_ready_to_be_sent(
    player: Player, capsys: pytest.CaptureFixture[str]
) -> None:
    assert player.run("orders") == 0
    capsys.readouterr()
    assert player.run("check") == 0
    assert "orders nothing yet: edit it first; to order nothing: " in capsys.readouterr().out


def test_a_form_that_was_left_untouched_is_not_sent(
    player: Player, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sent(player)
    assert player.run("orders") == 0
    assert player.run("send") == 1
    assert "edit it first; to order nothing: pbem -C" in capsys.readouterr().err
    assert sent(player) == before
    assert player.run("send", "--empty") == 0


@pytest.mark.parametrize("before", [("orders",), ("orders", "--full")])
def test_a_form_that_a_ruling_went_before_is_not_sent_untouched_either(
    before: tuple[str, ...], player: Player, capsys: pytest.CaptureFixture[str]
) -> None:
    assert player.run(*before) == 0
    assert player.run("ruling", "May a scout fly twice?") == 0
    assert drafts(player) == ["orders-0003.toml"]
    signed = sent(player)
    capsys.readouterr()
    assert player.run("check") == 0
    assert "orders-0003.toml orders nothing yet: edit it first" in capsys.readouterr().out
    assert player.run("send") == 1
    assert "nothing is ordered in it yet" in capsys.readouterr().err
    assert sent(player) == signed


@pytest.mark.parametrize("full", [(), ("--full",)])
def test_a_form_that_was_left_untouched_is_not_sent_by_its_name_either(
    full: tuple[str, ...], player: Player, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before, form = sent(player), str(tmp_path / "mine.toml")
    assert player.run("orders", "-o", form, *full) == 0
    assert player.run("send", form) == 1
    assert "edit it first; to order nothing: pbem -C" in capsys.readouterr().err
    assert sent(player) == before


def test_what_lies_in_the_inbox_under_the_name_of_its_mail_is_taken(
    world: World, player: Player, capsys: pytest.CaptureFixture[str]
) -> None:
    raw = world.write()
    reader = world.players["american"]
    laid = reader.folder / "inbox" / "ab12cd34-0002-japanese.pbem"
    laid.write_bytes(raw)
    assert reader.run("turn") == 0
    said = capsys.readouterr().out
    assert "✓ received file 2 of the Japanese side" in said
    assert "orders-0003.toml" in said
    assert not laid.exists()
    laid.write_bytes(b"nothing")
    assert reader.run("turn") == 1
    assert laid.exists()


def test_what_comes_is_taken_and_told_before_the_answer_is_due(
    world: World, player: Player, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    raw = world.write()
    (tmp_path / "mail.pbem").write_bytes(raw)
    other = world.players["american"]
    assert other.run("turn", str(tmp_path / "mail.pbem")) == 0
    said = capsys.readouterr().out
    assert said.index("received file 2 of the Japanese side") < said.index("orders-0003.toml")


@pytest.mark.parametrize("comes", ["with the command", "before it"])
def test_who_writes_next_is_told_once_and_last(world: World, tmp_path: Path, comes: str) -> None:
    (tmp_path / "mail.pbem").write_bytes(world.write())
    other, names = world.players["american"], [str(tmp_path / "mail.pbem")]
    if comes == "before it":
        other.run("receive", *names)
        names = []
    said = on_terminal(other, {}, "q\n", *names)
    assert said.count("next: ") == 1
    told, _, behind = said.partition("next: the American side (you) writes file 3")
    assert told.index("Phase 11: Japanese planning") < told.index("Phase 12: American planning")
    assert behind.split("\n")[2].startswith("Open your orders in the editor")


def test_a_folder_below_a_game_is_in_it(
    player: Player, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(player.folder / "reports")
    with player.at_home():
        for words in (["status"], ["show"], ["turn", "--no-input"]):
            assert run(words) == 0
    assert "edit it, then: pbem -C .. turn --yes" in capsys.readouterr().out


def test_a_file_without_orders_that_is_signed_unasked_is_told_in_words(
    player: Player, capsys: pytest.CaptureFixture[str]
) -> None:
    assert player.run("send", "--empty", "--yes") == 0
    said = capsys.readouterr().out
    assert "File 2 in words" in said
    assert "You order nothing." in said


def test_send_tells_on_a_terminal_what_it_signs_and_asks(player: Player) -> None:
    (player.folder / "mine.toml").write_text('file = 2\nseat = "japanese"\n' + LAUNCH)
    before = sent(player)
    env = {"PBEM_HOME": str(player.home), "NO_COLOR": "1"}
    said = "\n".join(seen(80, player.folder, "send", "mine.toml", answers="n\n", env=env))
    assert "File 2 in words" in said
    assert said.endswith("nothing is signed")
    assert sent(player) == before
    assert player.run("send", str(player.folder / "mine.toml"), "--dry-run") == 0
    assert sent(player) == before
    seen(80, player.folder, "send", "mine.toml", "--yes", env=env)
    assert sent(player) == [*before, "0002-japanese.pbem"]

import os
import stat
import string
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ledger.dice.secrets import (
    SecretsRefused,
    found_key,
    installation_key,
    lock,
    new_seed,
    new_token,
    share_key,
    token_hash,
    unlock,
)

KEY = bytes(range(32))
posix_only = pytest.mark.skipif(os.name != "posix", reason="file modes say who may read only on POSIX")


def test_the_environment_names_the_key(tmp_path: Path) -> None:
    assert installation_key(tmp_path, {"ENCOUNTER_KEY": KEY.hex().upper()}) == KEY
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("written", ["", "00" * 31, "00" * 33, "zz" * 32, " ".join(["00"] * 32), "é" * 64])
def test_a_key_that_is_not_64_hexadecimal_digits_is_refused_and_not_repeated(tmp_path: Path, written: str) -> None:
    with pytest.raises(SecretsRefused) as refused:
        installation_key(tmp_path, {"ENCOUNTER_KEY": written})
    assert str(refused.value).startswith(
        "The environment variable ENCOUNTER_KEY does not hold 64 hexadecimal digits: put"
    )


def test_without_one_in_the_environment_a_key_is_made_once_and_kept(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    key = installation_key(folder, {})
    assert len(key) == 32
    assert installation_key(folder, {}) == key
    assert installation_key(tmp_path, {}) != key
    assert [path.name for path in folder.iterdir()] == ["secret.key"]


@posix_only
def test_the_key_file_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    installation_key(tmp_path, {})
    assert stat.S_IMODE((tmp_path / "secret.key").stat().st_mode) == 0o600


@posix_only
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o610, 0o620, 0o666])
def test_a_key_file_that_others_may_use_is_refused(tmp_path: Path, mode: int) -> None:
    installation_key(tmp_path, {})
    path = tmp_path / "secret.key"
    path.chmod(mode)
    with pytest.raises(SecretsRefused, match=r"Others than its owner .* chmod 600"):
        installation_key(tmp_path, {})
    path.chmod(0o400)
    assert len(installation_key(tmp_path, {})) == 32


@pytest.mark.parametrize("content", [b"", b"short", b"\xff" * 64, b"00" * 40])
def test_a_spoilt_key_file_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "secret.key"
    path.write_bytes(content)
    path.chmod(0o600)
    with pytest.raises(SecretsRefused, match="does not hold 64 hexadecimal digits"):
        installation_key(tmp_path, {})
    assert path.read_bytes() == content


def test_a_key_file_that_cannot_be_read_or_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret.key").mkdir()
    with pytest.raises(SecretsRefused, match="cannot be used"):
        installation_key(tmp_path, {})
    (tmp_path / "file").touch()
    with pytest.raises(SecretsRefused, match="cannot be used"):
        installation_key(tmp_path / "file", {})


def a_pipe(path: Path) -> None:
    os.mkfifo(path, 0o600)


def a_folder(path: Path) -> None:
    path.mkdir()


def a_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def a_link_to_nothing(path: Path) -> None:
    path.symlink_to(path.with_name("nowhere"))


@posix_only
@pytest.mark.parametrize("made", [a_pipe, a_folder, a_device, a_link_to_nothing], ids=lambda made: made.__name__)
@pytest.mark.parametrize("named", [True, False], ids=["named by the environment", "in the folder"])
def test_what_is_no_file_is_no_key_and_nobody_waits_for_it(
    tmp_path: Path, made: Callable[[Path], None], named: bool
) -> None:
    path = tmp_path / "secret.key"
    made(path)
    environment = {"ENCOUNTER_KEY_FILE": str(path)} if named else {}
    for find in (found_key, installation_key):
        with pytest.raises(SecretsRefused, match=f"The key file {path} cannot be used"):
            find(tmp_path, environment)
    assert [each.name for each in tmp_path.iterdir()] == ["secret.key"]


def test_processes_that_start_together_agree_on_one_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(16) as pool:
        keys = set(pool.map(lambda _: installation_key(tmp_path, {}), range(64)))
    assert len(keys) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["secret.key"]


@pytest.mark.parametrize("plaintext", [b"", b"seed", bytes(5_000)])
def test_what_was_locked_opens_again(plaintext: bytes) -> None:
    assert unlock(KEY, lock(KEY, plaintext, b"encounter"), b"encounter") == plaintext


def test_the_same_secret_is_never_locked_twice_alike() -> None:
    locked = [lock(KEY, b"seed", b"encounter") for _ in range(100)]
    assert len({value[:12] for value in locked}) == 100
    assert all(b"seed" not in value for value in locked)


def test_a_secret_opens_only_with_its_key_and_its_encounter() -> None:
    locked = lock(KEY, b"seed", b"encounter")
    with pytest.raises(SecretsRefused, match="does not open"):
        unlock(KEY[::-1], locked, b"encounter")
    with pytest.raises(SecretsRefused, match="does not open"):
        unlock(KEY, locked, b"another encounter")


def test_a_changed_secret_does_not_open() -> None:
    locked = lock(KEY, b"seed", b"encounter")
    for place in range(len(locked)):
        changed = bytearray(locked)
        changed[place] ^= 1
        with pytest.raises(SecretsRefused, match="does not open"):
            unlock(KEY, bytes(changed), b"encounter")
    for length in range(len(locked)):
        with pytest.raises(SecretsRefused):
            unlock(KEY, locked[:length], b"encounter")


def test_seeds_are_32_bytes_and_differ() -> None:
    seeds = {new_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert {len(seed) for seed in seeds} == {32}


def test_tokens_hold_256_bits_are_safe_in_a_url_and_differ() -> None:
    tokens = {new_token() for _ in range(100)}
    assert len(tokens) == 100
    assert {len(token) for token in tokens} == {43}
    assert set("".join(tokens)) <= set(string.ascii_letters + string.digits + "-_")


def test_a_token_is_stored_as_its_sha_256() -> None:
    assert token_hash("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_any_token_somebody_sends_can_be_looked_up() -> None:
    assert token_hash("\ud800é") != token_hash("é")


def test_another_installation_can_be_given_the_same_key_if_it_has_none_yet(tmp_path: Path) -> None:
    with pytest.raises(SecretsRefused, match="no key to share"):
        share_key(tmp_path / "here", tmp_path / "there", {})
    assert not (tmp_path / "here").exists()
    key = installation_key(tmp_path / "here", {})
    share_key(tmp_path / "here", tmp_path / "there", {})
    assert installation_key(tmp_path / "there", {}) == key
    installation_key(tmp_path / "third", {})
    with pytest.raises(SecretsRefused, match="another key"):
        share_key(tmp_path / "here", tmp_path / "third", {})


def test_the_environment_names_a_file_with_the_key(tmp_path: Path) -> None:
    mounted = tmp_path / "key"
    mounted.write_text(KEY.hex() + "\n")
    assert installation_key(tmp_path / "data", {"ENCOUNTER_KEY_FILE": str(mounted)}) == KEY
    assert [path.name for path in tmp_path.iterdir()] == ["key"]
    with pytest.raises(SecretsRefused, match="cannot be used"):
        installation_key(tmp_path, {"ENCOUNTER_KEY_FILE": str(tmp_path / "none")})

"""Mails that were made to cost their reader much."""

import gzip
import io
import zipfile


def many_parts(count: int) -> bytes:
    one = b"\n--x\nContent-Type: text/plain\n\npbem\n"
    return b'From: a@b\nSubject: c\nContent-Type: multipart/mixed; boundary="x"\n\n' + one * count


def nested(depth: int) -> bytes:
    layers = (
        f'Content-Type: multipart/mixed; boundary="{n}"\n\n--{n}\n'.encode() for n in range(depth)
    )
    return b"From: a@b\nSubject: c\n" + b"".join(layers) + b"\npbem\n"


def bomb() -> bytes:
    raw = bytes(1024 * 1024)
    for _ in range(4):
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for number in range(64):
                archive.writestr(f"{number}", raw)
        raw = out.getvalue()
    return raw


def huge_attachment() -> bytes:
    lines = b"\n".join([b"QUFB" * 19] * 680_000)
    head = b'From: a@b\nSubject: c\nContent-Type: application/pdf; name="pbem.pdf"\n'
    return head + b"Content-Transfer-Encoding: base64\n\n" + lines + b"\n"


HOSTILE = {
    "ten thousand parts": lambda: many_parts(10_000),
    "parts without headers": lambda: (
        b"From: a\nTo: b\nContent-Type: multipart/mixed; boundary=x\n\n" + b"--x\n\n" * 500_000
    ),
    "a thousand layers": lambda: nested(1_000),
    "archives in archives": bomb,
    "a gzip of zeros": lambda: gzip.compress(bytes(200 * 1024 * 1024), 9),
    "an attachment of fifty megabytes": huge_attachment,
    "a text of markers": lambda: b"BEGIN PBEM FILE" * 100_000,
    "a text of first lines": lambda: b'format = "pbem/1"\n' * 100_000,
    "half a header of tags": lambda: b"From: a\nContent-Type: text/html\n\n" + b"<" * 2_000_000,
    "a mail of boundaries": lambda: (
        b"From: a\nTo: b\nContent-Type: multipart/mixed; boundary=x\n\n" + b"--x\n" * 500_000
    ),
}

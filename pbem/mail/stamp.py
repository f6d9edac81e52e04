"""Time stamps: an authority's signature under the hash of a file and the time (RFC 3161)."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from cryptography.x509 import (
    Certificate,
    NameOID,
    load_der_x509_certificate,
    load_pem_x509_certificates,
)

from pbem.errors import refuse
from pbem.frozen import Value

if TYPE_CHECKING:
    from types import ModuleType

    from rfc3161_client import SignedData

NO_STAMP = "save what the authority answered, as it is, and give that"


class Stamp(Value):
    """A time stamp that holds: when, in UTC, and what the authority calls itself."""

    when: datetime
    by: str


def request(raw: bytes) -> bytes:
    """What is sent to an authority so that it stamps a file; its SHA-256 alone is in it.

    Raises `Refused` (code `mail`) if the library is not there.
    """
    found = _library()
    builder = found.TimestampRequestBuilder().data(raw).nonce(nonce=False)
    builder = builder.hash_algorithm(found.HashAlgorithm.SHA256).cert_request(cert_request=True)
    return bytes(builder.build().as_bytes())


def stamped(answer: bytes, raw: bytes, authority: bytes) -> Stamp:
    """The time stamp in an authority's answer, for a file; it leads to one of the certificates.

    `authority` holds certificates in PEM. Raises `Refused` (code `mail`) if the stamp does not
    hold, or the library is not there.
    """
    found = _library()
    try:
        read = found.decode_timestamp_response(answer)
    except ValueError:
        raise refuse("mail", "this is no time stamp", hint=NO_STAMP) from None
    builder = found.VerifierBuilder()
    for one in _certificates(authority):
        builder = builder.add_root_certificate(one)
    try:
        builder.build().verify_message(read, raw)
        when: datetime = read.tst_info.gen_time
    except (found.VerificationError, ValueError) as error:
        hint = "was it made for this file, and does it lead to the certificate that was named?"
        raise refuse("mail", f"the stamp does not hold: {error}", hint=hint) from None
    return Stamp(when=when.astimezone(UTC), by=_signer(read.signed_data))


def _signer(signed: "SignedData") -> str:
    """What the certificate that the stamp was made with calls its owner."""
    serials = {one.serial_number for one in signed.signer_infos}
    for one in map(load_der_x509_certificate, signed.certificates):
        if one.serial_number in serials:
            names = one.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
            return str(names[0].value) if names else one.subject.rfc4514_string()
    return "an authority without a name"


def _certificates(authority: bytes) -> list[Certificate]:
    try:
        return load_pem_x509_certificates(authority)
    except ValueError:
        hint = "it begins with -----BEGIN CERTIFICATE-----; the authority publishes it"
        raise refuse("mail", "this is no certificate in PEM", hint=hint) from None


def _library() -> "ModuleType":
    try:
        import rfc3161_client  # noqa: PLC0415 - an extra, and seldom needed
    except ImportError:
        hint = "install it with: pip install 'pbem[mail]'"
        raise refuse("mail", "the library for time stamps is not here", hint=hint) from None
    return rfc3161_client

"""Looking up the published keys of mail providers; needs a network, and the extra `pbem[mail]`."""

from pbem.errors import refuse

SECONDS = 5.0
MOST = 8192
"""Letters of a record that are taken; a key has some four hundred."""


def text_at(name: str, server: str = "") -> str:
    """The text published under a name, empty where there is none or nobody answers in time.

    `server` is the address of a name server, with `:PORT` if it is another one than usual; without
    it this machine's own are asked. Raises `Refused` (code `mail`) if the library is not there, or
    no server is known.
    """
    try:
        from dns.exception import DNSException  # noqa: PLC0415 - an extra, slow to load
        from dns.resolver import NoResolverConfiguration, Resolver  # noqa: PLC0415
    except ImportError:
        hint = "install it with: pip install 'pbem[mail]'"
        raise refuse("mail", "the library to look up keys is not here", hint=hint) from None
    try:
        resolver = Resolver(configure=not server)
        if server:
            address, _, port = server.partition(":")
            resolver.nameservers = [address]
            resolver.port = int(port or 53)
        found = resolver.resolve(name, "TXT", lifetime=SECONDS)
        texts = (b"".join(one.strings).decode("ascii", "replace") for one in found)
        return next((text[:MOST] for text in texts if "p=" in text), "")
    except NoResolverConfiguration:
        hint = "name one with: --server ADDRESS"
        raise refuse("mail", "this machine knows no name server", hint=hint) from None
    except ValueError:
        hint = "write its address, as in 192.0.2.1 or 192.0.2.1:53"
        raise refuse("mail", f"'{server[:60]}' is no name server", hint=hint) from None
    except DNSException:
        return ""

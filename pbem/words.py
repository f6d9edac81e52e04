"""Hashes as words, so that players can compare them by telephone (protocol 4).

A word stands for a byte. No two words begin with the same three letters, and any two are at least
three edits apart, so that a word misheard is hardly another one. List and order never change: two
players with two versions of the program must read the same words.
"""

_LIST = """
    abbey acorn adobe album almond anchor angel ankle april armor artist atlas attic autumn
    badge baker bamboo banana barrel beacon belt berry bicycle bishop blanket blossom bottle
    boulder branch bread bronze brush bucket buffalo bugle butter cabin cactus camel canoe
    captain cargo castle cedar chess chimney cinema circle clover cobra coconut coffee compass
    copper cotton coyote cradle cricket crown crystal cushion cymbal daisy decade denim desert
    diamond dinner dolphin donkey dozen dragon drummer echo elbow eleven ember emerald engine
    envoy fable falcon feather fiddle flannel flute forest fossil friday galaxy garden gibbon
    giraffe glacier goblet gondola gorilla granite grocer guitar hammer harvest helmet hexagon
    hickory hollow horizon hotel iceberg igloo indigo island ivory jaguar jasmine jelly jewel
    jigsaw juniper kayak kernel kimono kitchen ladder lagoon lantern laptop legend lemon leopard
    library lilac linen lizard lobster lotus lunch magnet mammoth meadow mentor mermaid mirror
    mitten modem monday mosaic muffin museum napkin nectar nickel nomad noodle nugget nutmeg
    nylon oasis ocean octopus olive onion opera orange orchid ostrich oxygen palace pancake
    parrot pebble pelican pencil piano picnic pigeon pilot pirate plaza polka pony potato
    prairie prince pumpkin puppet purple pyramid quail queen rabbit raccoon radish raven rhubarb
    rubber salad sandal saturn scarf school scooter shelter silver skater sketch slipper sofa
    spider squash statue stone sugar sunset swallow syrup tailor teapot temple tennis textile
    thimble thunder tiger toast topaz tractor trumpet tulip tunnel tuxedo twenty unicorn utensil
    vacuum valley vanilla viking village violet volcano voyage vulture waffle walnut weasel
    wedding whale whisper window wolf wombat yogurt zenith zigzag zodiac
"""
WORDS = tuple(_LIST.split())


def words_of(digest: bytes, count: int = 8) -> str:
    """The first `count` bytes of a hash as words; eight of them stand for 64 bits."""
    if len(digest) < count:
        raise ValueError(f"{count} words need {count} bytes, not {len(digest)}")
    return " ".join(WORDS[byte] for byte in digest[:count])

"""A pure-Python stand-in for ``rpds``, the compiled package that jsonschema and referencing build on.

The browser has no compiled rpds. Only what these two packages use is here: three persistent collections, each
a copy-on-write face of a built-in. The maps they hold have a handful of entries, so copying costs nothing.
"""

from __future__ import annotations

__all__ = ["HashTrieMap", "HashTrieSet", "List"]


class HashTrieMap(dict):
    """An immutable mapping: every change returns a new one."""

    @classmethod
    def convert(cls, value):
        """Return the value itself if it is one already, else a map of its items."""
        return value if isinstance(value, cls) else cls(value)

    def insert(self, key, value):
        """Return a map that has the key too."""
        return type(self)({**self, key: value})

    def remove(self, key):
        """Return a map without the key. :raises KeyError: it is not there."""
        changed = dict(self)
        del changed[key]
        return type(self)(changed)

    def discard(self, key):
        """Return a map without the key, whether it was there or not."""
        return self.remove(key) if key in self else self

    def update(self, *others, **names):
        """Return a map that has the others' items too."""
        changed = dict(self)
        for other in others:
            changed.update(other)
        return type(self)({**changed, **names})

    def __hash__(self):
        return hash(frozenset(self.items()))

    def _refuse(self, *_args, **_names):
        message = "a HashTrieMap does not change"
        raise TypeError(message)

    __setitem__ = __delitem__ = __ior__ = pop = popitem = clear = setdefault = _refuse


class HashTrieSet(frozenset):
    """An immutable set: every change returns a new one."""

    def insert(self, value):
        """Return a set that has the value too."""
        return type(self)(self | {value})

    def remove(self, value):
        """Return a set without the value. :raises KeyError: it is not there."""
        if value not in self:
            raise KeyError(value)
        return self.discard(value)

    def discard(self, value):
        """Return a set without the value, whether it was there or not."""
        return type(self)(self - {value})

    def update(self, *others):
        """Return a set that has the others' values too."""
        return type(self)(self.union(*others))


class List(tuple):
    """An immutable list that grows at its front."""

    __slots__ = ()

    def __new__(cls, *values):
        """Make a list of one iterable, or of the values given."""
        return super().__new__(cls, values[0] if len(values) == 1 else values)

    @property
    def first(self):
        """The value at the front. :raises IndexError: the list is empty."""
        if not self:
            message = "empty list"
            raise IndexError(message)
        return self[0]

    @property
    def rest(self):
        """The list without the value at the front."""
        return type(self)(self[1:])

    def push_front(self, value):
        """Return a list with one more value at the front."""
        return type(self)((value, *self))

    def drop_first(self):
        """Return the list without the value at the front. :raises IndexError: it is empty."""
        if not self:
            message = "empty list"
            raise IndexError(message)
        return self.rest

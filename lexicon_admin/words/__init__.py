"""The words, pure: no Django, no database of the hall. What is refused is a `Problem`; the shell puts it into a page's language.

`normalise` and `tilings` know one word; `reading`, `hunspell` and `encoding` know files; `building` makes an edition's store and
`store` looks things up in it; `finding` answers whole lines of conditions; `adjudicate` answers a challenge from pinned layers.
"""

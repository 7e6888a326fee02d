"""The numbers, pictures and widgets of the multi-head attention companion, floor by floor.

`attention` at the bottom, then `lesson`, `comparison`, and on top of them `charts`, `exercises`,
`two_jobs` and `takeaway`. Only `lib.ui` knows Streamlit. A floor imports from below, never from above.
"""

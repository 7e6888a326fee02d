"""A student without a browser: one Streamlit session over the websocket, as a browser speaks it.

A browser opens `/_stcore/stream` and asks for a run by a BackMsg that holds the page, the address and the
value of each widget; the server answers with ForwardMsgs until one of them says that the script has finished.
The messages are Streamlit's own protobuf classes, so this file follows the pinned version of Streamlit.
As a browser does, a student sends on every rerun all values that were ever set, keeps the address in step
with bound widgets, and holds large elements of the last two runs, which the server then need not send again.
"""

import asyncio
import re
import time
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlencode

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Delta_pb2 import Delta
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.NumberInput_pb2 import NumberInput
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect

Value = float | str | bool
NAMED = ("radio", "selectbox")  # kinds of widgets that hold one of their options
CACHED_RUNS = 2  # Streamlit's global.maxCachedMessageAge


@dataclass(frozen=True)
class Widget:
    """A widget on the page: its protobuf element, its kind and the fragment that it belongs to, or ''."""

    element: Any
    kind: str
    fragment: str


@dataclass
class View:
    """What is on the student's screen, as far as the benches look."""

    headings: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)  # Markdown as the page wrote it
    metrics: dict[str, str] = field(default_factory=dict)  # label -> value as shown
    widgets: dict[str, Widget] = field(default_factory=dict)  # by Streamlit's element id
    exceptions: list[str] = field(default_factory=list)
    doors: dict[str, Widget] = field(default_factory=dict)  # what opens a part of the page, by label

    def add(self, other: "View") -> None:
        """Put what another part of the page shows below what is there."""
        self.headings += other.headings
        self.texts += other.texts
        self.exceptions += other.exceptions
        self.metrics |= other.metrics
        self.widgets |= other.widgets
        self.doors |= other.doors

    def show(self, element: Element, fragment: str) -> Widget | None:
        """Put one element on the screen, and return it if it is a widget."""
        kind: str = element.WhichOneof("type") or ""
        content: Any = getattr(element, kind, None)
        if kind == "heading":
            self.headings.append(content.body)
        elif kind == "markdown":
            self.texts.append(content.body)
            self.headings += re.findall(r"^#+ (.+)", content.body, re.MULTILINE)
        elif kind == "metric":
            self.metrics[content.label] = content.body
        elif kind == "exception":
            self.exceptions.append(f"{content.type}: {content.message}")
        elif getattr(content, "id", ""):
            self.widgets[content.id] = widget = Widget(content, kind, fragment)
            if kind == "button_group":
                self.doors |= {option.content: widget for option in content.options}
            return widget
        return None

    def by_key(self, key: str) -> Widget | None:
        """Return the widget that a page calls `key`."""
        return next((w for name, w in self.widgets.items() if name.endswith(f"-{key}")), None)

    def button(self, label: str) -> Widget | None:
        """Return the first button with `label` in its label."""
        buttons = (w for w in self.widgets.values() if w.kind == "button")
        return next((w for w in buttons if label in w.element.label), None)


class Student:
    """One session on the page `path` of the app at `base`, opened with the URL parameters `query` and a cookie.

    An asynchronous context manager. `load` comes first; it, `choose` and `press` return the seconds until
    the script has finished, and leave what is then on the screen in `view`.
    """

    def __init__(self, base: str, path: str = "/", query: dict[str, str] | None = None, cookie: str = "") -> None:
        self.view = View()
        self.query = dict(query or {})
        self._base = base
        self._path = path
        self._headers = {"Cookie": cookie} if cookie else {}
        self.page_hash = ""  # Streamlit's name for the page that the server showed last
        self._values: dict[str, WidgetState] = {}
        self._parts: dict[str, View] = {}  # by fragment; '' is what belongs to none
        self.drawn: set[str] = set()  # the fragments that the last run drew, '' for what belongs to none
        self._is_whole = True  # whether the last run drew all there is
        self._cached: dict[str, tuple[ForwardMsg, int]] = {}  # hash -> message, the run that last used it
        self._runs = 0

    async def __aenter__(self) -> Self:
        address = self._base.replace("http", "ws", 1) + "/_stcore/stream"
        # Straight to this machine, also where a proxy is set; as many bytes as a page needs.
        self._socket: ClientConnection = await connect(
            address, additional_headers=self._headers, max_size=None, open_timeout=120, ping_interval=None, proxy=None
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._socket.close()

    async def load(self) -> float:
        """Ask for the page, for the first time or once more as it is."""
        return await self._run()

    async def choose(self, key: str, value: Value) -> float:
        """Set the widget with this key. Raises `LookupError` when the page has no such widget."""
        widget = self.view.by_key(key)
        if widget is None:
            raise LookupError(f"{self._path} has no widget with the key {key!r}.")
        return await self.set(widget, value)

    async def set(self, widget: Widget, value: Value) -> float:
        """Set a widget; a control of a page itself reruns that page's fragment only."""
        self._keep(widget, value)
        return await self._run(fragment=widget.fragment)

    async def press(self, label: str) -> float:
        """Press the button with `label` in its label. Raises `LookupError` when the page has none."""
        widget = self.view.button(label)
        if widget is None:
            raise LookupError(f"{self._path} has no button {label!r}.")
        return await self._run(WidgetState(id=widget.element.id, trigger_value=True), widget.fragment)

    async def open(self, label: str) -> float:
        """Open the expander with exactly this label, or choose the pill; the server then fills in what it hides."""
        door = self.view.doors[label]
        self._values[door.element.id] = state = WidgetState(id=door.element.id)
        if door.kind == "button_group":
            state.string_array_value.data.append(label)
        else:
            state.bool_value = True
        return await self._run(fragment=door.fragment)

    async def _run(self, trigger: WidgetState | None = None, fragment: str = "") -> float:
        message = BackMsg()
        request = message.rerun_script
        request.query_string = urlencode(self.query)
        request.page_script_hash = self.page_hash
        request.page_name = "" if self.page_hash else self._path.strip("/")
        request.fragment_id = fragment
        request.context_info.timezone = "UTC"
        request.context_info.locale = "en"
        request.context_info.url = self._base + self._path
        request.widget_states.widgets.extend(self._values.values())
        if trigger is not None:
            request.widget_states.widgets.append(trigger)
        request.cached_message_hashes.extend(self._cached)
        began = time.perf_counter()
        await self._socket.send(message.SerializeToString())
        while not self._receive(await asyncio.wait_for(self._socket.recv(), 120)):
            pass
        seconds = time.perf_counter() - began
        if self._is_whole:
            self._parts = {name: part for name, part in self._parts.items() if name in self.drawn}
        self.view = View()
        for part in self._parts.values():
            self.view.add(part)
        self._runs += 1
        self._cached = {
            name: (kept, used) for name, (kept, used) in self._cached.items() if self._runs - used <= CACHED_RUNS
        }
        return seconds

    def _receive(self, raw: str | bytes) -> bool:
        """Take in one message and say whether the script has finished with it."""
        message = ForwardMsg.FromString(raw if isinstance(raw, bytes) else raw.encode())
        kind = message.WhichOneof("type")
        if kind == "new_session":
            self._is_whole = not message.metadata.run.fragment_ids
            self.drawn.clear()
        elif kind == "script_finished":
            # A script that calls st.rerun finishes early and starts again by itself.
            return bool(message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN)
        elif kind == "ref_hash":
            kept, _ = self._cached[message.ref_hash]
            self._cached[message.ref_hash] = (kept, self._runs)
            self._show(kept.delta)
        elif kind == "delta":
            if message.metadata.cacheable:
                self._cached[message.hash] = (message, self._runs)
            self._show(message.delta)
        elif kind == "navigation":
            self.page_hash = message.navigation.page_script_hash
        return False

    def _show(self, delta: Delta) -> None:
        if delta.fragment_id not in self.drawn:
            self._parts[delta.fragment_id] = View()
            self.drawn.add(delta.fragment_id)
        part = self._parts[delta.fragment_id]
        if not delta.HasField("new_element"):
            if delta.add_block.expandable.id:
                fold = delta.add_block.expandable
                part.doors[fold.label] = Widget(fold, "expander", delta.fragment_id)
            return
        widget = part.show(delta.new_element, delta.fragment_id)
        # The script itself has set the widget, as a button for the next seed does.
        if widget is not None and getattr(widget.element, "set_value", False):
            self._keep(widget, getattr(widget.element, "raw_value" if widget.kind in NAMED else "value"))

    def _keep(self, widget: Widget, value: Value) -> None:
        self._values[widget.element.id] = _state(widget, value)
        if getattr(widget.element, "query_param_key", ""):
            self.query[widget.element.query_param_key] = _as_text(value)


def _as_text(value: Value) -> str:
    """Return a value as it stands in the address: true, 7, 0.3."""
    whole = isinstance(value, float) and value.is_integer()
    return str(value).lower() if isinstance(value, bool) else str(int(value) if whole else value)


def _state(widget: Widget, value: Value) -> WidgetState:
    """Return what a browser sends for a value of this widget."""
    state = WidgetState(id=widget.element.id)
    if isinstance(value, bool):
        state.bool_value = value
    elif isinstance(value, str):
        state.string_value = value
    elif widget.kind == "number_input" and widget.element.data_type == NumberInput.INT:
        state.int_value = int(value)
    elif widget.kind == "slider":
        state.double_array_value.data.append(float(value))
    else:
        state.double_value = float(value)
    return state

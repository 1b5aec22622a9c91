"""Templates that hand on what they draw in one piece, and so are drawn in fewer calls.

Jinja makes a generator of each template. Every piece of an included template passes through all templates
around it, one by one: on the page of a table that took a sixth of all Python calls. Here each template and
each block joins its pieces first. What is drawn stays the same.
"""

from __future__ import annotations

from collections.abc import Iterable

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame


class JoinedTemplates(CodeGenerator):
    """Make the Python code of templates that join their pieces: an `Environment.code_generator_class`."""

    def blockvisit(self, nodes: Iterable[nodes.Node], frame: Frame) -> None:
        """Write the code of some nodes; the body of a whole template or block is joined at its end."""
        whole = frame.parent is None and frame.buffer is None
        if whole:
            self.buffer(frame)
        super().blockvisit(nodes, frame)
        # A template that extends another draws nothing outside its blocks.
        if whole and not (frame.toplevel and self.has_known_extends):
            self.writeline(f"yield concat({frame.buffer})")

    def visit_Include(self, node: nodes.Include, frame: Frame) -> None:  # noqa: N802 - Jinja's own name
        """Write the code of an include. Raises TemplateAssertionError for `without context`."""
        if not node.with_context:  # Jinja would not put it into the pieces to join.
            self.fail("use include with its context", node.lineno)
        super().visit_Include(node, frame)

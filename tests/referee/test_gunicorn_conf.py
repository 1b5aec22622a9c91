"""What gunicorn's settings give to a worker; `test_gunicorn.py` has whole hosts."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from referee import __version__
from referee.storage.database import Database
from referee.storage.dialect import share
from referee.storage.migrations import LATEST

ROOT = Path(__file__).resolve().parents[2]


def said(program: str, **environment: str) -> str:
    """Return what a program says that has the settings as `conf`, as gunicorn's master has them."""
    begun = """
        import logging, os, sys
        from types import SimpleNamespace
        from referee import gunicorn_conf as conf
        """
    there = {name: value for name, value in os.environ.items() if name != "WEB_CONCURRENCY"}
    return subprocess.run(
        [sys.executable, "-c", dedent(begun) + dedent(program)],
        capture_output=True, text=True, check=True, cwd=ROOT, env=there | environment,
    ).stdout  # fmt: skip


def test_a_worker_knows_how_many_run_and_says_what_runs(tmp_path: Path) -> None:
    told = said(
        """
        worker = SimpleNamespace(age=1, load_wsgi=None)
        conf.post_fork(SimpleNamespace(num_workers=3, cfg=SimpleNamespace(workers=3)), worker)
        from referee import gunicorn_conf, heavy
        logging.basicConfig(level="INFO", format="%(message)s", stream=sys.stdout)
        heavy.POOL.size = 7
        tables = gunicorn_conf.application().extensions["tables"]
        print(heavy.POOL.size, tables.config.workers)
        tables.close()
        """,
        DATABASE_URL=f"sqlite:///{tmp_path / 'tables.sqlite3'}",
    )
    assert told == f"referee {__version__} runs on SQLite, migration {LATEST}\n2 3\n"


def test_what_was_counted_goes_when_the_master_was_killed(tmp_path: Path) -> None:
    told = said(
        """
        server = SimpleNamespace(cfg=SimpleNamespace(worker_class_str="gevent", workers=1))
        conf.on_starting(server)
        for ppid in (os.getppid(), 0):
            conf.worker_exit(server, SimpleNamespace(ppid=ppid))
            print(os.path.exists(server.metrics_folder))
        """,
        REFEREE_METRICS="sixteen-or-more-of-them",
        TMPDIR=str(tmp_path),
    )
    assert told == "True\nFalse\n"


def test_a_database_that_says_nothing_at_the_start_is_said_to_say_nothing() -> None:
    program = """
        from gevent import monkey; monkey.patch_all()
        import socket
        from referee.errors import InputError
        from referee.storage import database
        from referee.storage.database import Database

        database.DATABASE_SECONDS = 0.2
        silent = socket.create_server(("127.0.0.1", 0))
        try:
            Database(f"postgresql://somebody@127.0.0.1:{silent.getsockname()[1]}/tables").create()
        except InputError as error:
            print(error.sentence)
        """
    ran = subprocess.run(
        [sys.executable, "-c", dedent(program)], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert ran.stdout.endswith("does not answer as it should: it said nothing for 0.2 seconds.\n")


@pytest.mark.parametrize("workers", range(1, 17))
def test_an_app_opens_at_most_80_connections_and_a_worker_20(workers: int) -> None:
    with_news = sum(share(workers).values()) + 2
    assert with_news <= 20
    assert with_news * workers <= 80


def test_a_database_has_the_share_of_its_worker() -> None:
    database = Database("postgresql://somebody@nowhere.invalid/tables", 16)
    assert database.engine.pool.size() == 3  # type: ignore[attr-defined]
    database.close()

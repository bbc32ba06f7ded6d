"""Runs queries on a DuckDB file as Superset does, and prints their rows as JSON."""

import json
import sys

from sqlalchemy import create_engine, text

database, queries = sys.argv[1:]
engine = create_engine(f"duckdb:///{database}", connect_args={"read_only": True})
with open(queries, encoding="utf-8") as file, engine.connect() as connection:
    results = [
        [dict(row._mapping) for row in connection.execute(text(query))] for query in json.load(file)
    ]
print(json.dumps(results, default=str))

-- Where answers are asked for: a provider with a key, for one workspace.
create table sources (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  kind text not null,
  name text not null,
  base_url text not null,
  model text not null,
  concurrency integer not null,
  requests_per_minute integer not null,
  -- Prices in US dollars that stand above those of the list.
  price jsonb not null,
  terms_confirmed boolean not null,
  -- Encrypted; opened with the key of the configuration or of the data directory, which no backup holds.
  api_key bytea not null,
  -- Why nothing is asked of it any more; null while it works.
  paused_reason text,
  -- Questions that requests_per_minute leaves to be asked, as of a time.
  tokens double precision not null default 0,
  tokens_at timestamptz,
  -- Failures in a row; after some of them nothing is asked before a time.
  failures integer not null default 0,
  closed_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (workspace_id, name)
);

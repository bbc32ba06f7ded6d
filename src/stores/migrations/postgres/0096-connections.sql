-- Accounts at services whose reports on a site Sightline reads every day.
create table connections (
  id uuid primary key,
  brand_id uuid not null references brands on delete cascade,
  kind text not null,
  property text not null,
  base_url text not null,
  credential bytea not null,
  state text not null default 'waiting',
  problem text,
  -- Rows that the last complete sync stored.
  rows bigint not null default 0,
  is_thresholded boolean not null default false,
  last_synced_at timestamptz,
  next_sync_at timestamptz not null,
  created_at timestamptz not null,
  -- Properties of one kind can overlap, so their rows must not add up.
  unique (brand_id, kind)
);

-- Null for imported rows.
alter table first_party_rows
  add column day date,
  add column property text,
  add column measures jsonb,
  add column is_thresholded boolean not null default false;
create index first_party_rows_days on first_party_rows (brand_id, kind, report, day) where day is not null;

alter table brands
  -- Visits of crawlers up to this batch are committed and visible.
  add column visits_seq bigint not null default 0,
  -- A batch is being written, or was when its writer died: ClickHouse may hold visits that are not committed.
  add column visits_pending boolean not null default false;

-- What log drains show to push visits of a brand.
create table ingest_tokens (
  id uuid primary key,
  brand_id uuid not null references brands on delete cascade,
  name text not null,
  salt bytea not null,
  hash bytea not null,
  last_four text not null,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create index ingest_tokens_by_last_four on ingest_tokens (last_four);

alter table brands
  -- Tables of ClickHouse whose rows are counted in stored_rows; until then, they are counted as they are found.
  add column counted_tables text[] not null default '{}',
  -- Tables of ClickHouse in which rows are missing.
  add column damaged_tables text[] not null default '{}';
create index damaged_brands on brands (id) where damaged_tables <> '{}';

-- How many committed rows of a brand ClickHouse holds, by the UTC day that they are of, and a sum over the CRC-32 of their
-- ids. It is written in the transaction that commits them: what is not there later was lost.
create table stored_rows (
  brand_id uuid not null references brands on delete cascade,
  table_name text not null,
  day date not null,
  rows bigint not null,
  ids numeric not null,
  primary key (brand_id, table_name, day)
);

-- Of those, what was found to be missing, and what of such days was stored since: once both are the same, nothing is.
create table lost_rows (
  brand_id uuid not null references brands on delete cascade,
  table_name text not null,
  day date not null,
  rows bigint not null,
  ids numeric not null,
  regained_rows bigint not null default 0,
  regained_ids numeric not null default 0,
  noticed_at timestamptz not null,
  primary key (brand_id, table_name, day)
);

-- Rows in the index of words; null where an earlier release has written them.
alter table knowledge_documents add column term_rows integer;

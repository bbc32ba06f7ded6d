-- What was observed of a brand as a file, for other programs to read.
create table exports (
  id uuid primary key,
  brand_id uuid not null references brands on delete cascade,
  -- Who asked for it; what somebody took out goes with them.
  person_id uuid references people on delete cascade,
  kind text not null,
  format text not null,
  -- What it is narrowed by, as it was asked for, and the days that it holds.
  filters jsonb not null,
  start_date text not null,
  end_date text not null,
  state text not null check (state in ('waiting', 'working', 'completed', 'failed')),
  -- The attempt that writes it, or has written it: parts of another one are of no file.
  run uuid,
  rows bigint not null default 0,
  bytes bigint not null default 0,
  -- Stored rows that were read for it, of so many.
  done bigint not null default 0,
  total bigint,
  problem text,
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz
);
create index exports_of_brand on exports (brand_id, created_at desc, id desc);
create index exports_of_person on exports (person_id);

-- The file: whichever process is asked for it finds it here.
create table export_parts (
  export_id uuid not null references exports on delete cascade,
  run uuid not null,
  first_byte bigint not null,
  bytes bytea not null,
  primary key (export_id, run, first_byte)
);
-- Parquet is compressed already, and parts of a file are read without the rest.
alter table export_parts alter column bytes set storage external;

alter table brands
  -- Scans of cited pages up to this batch are committed and visible.
  add column pages_seq bigint not null default 0,
  -- A batch is being written, or was when its writer died: ClickHouse may hold scans that are not committed.
  add column pages_pending boolean not null default false,
  -- The version of the reading config that pages in use were searched with; 0 where none has been read.
  add column pages_version integer not null default 0,
  add column pages_switched_at timestamptz,
  -- What scans up to this batch have replaced is gone.
  add column pages_tidied_seq bigint not null default 0,
  -- The state of the brand's data that its opportunities were found in.
  add column opportunities_of text;

-- Where a brand could do better. A row stays when its cause is gone, so that the same cause finds it again.
create table opportunities (
  id uuid primary key,
  brand_id uuid not null references brands on delete cascade,
  category text not null check (category in ('content', 'technical', 'platform')),
  kind text not null,
  topic_id uuid references topics on delete cascade,
  title text not null,
  evidence jsonb not null,
  -- Answers in the window that it is about.
  reach integer not null,
  state text not null check (state in ('open', 'done', 'dismissed')),
  -- Null while the cause is there.
  cause_gone_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index opportunities_of_brand on opportunities (brand_id, created_at desc, id desc);
create index opportunities_by_topic on opportunities (topic_id);

-- When a brand's site is to be audited without anybody asking for it.
create table audit_schedules (
  brand_id uuid primary key references brands on delete cascade,
  -- week or month
  every text not null,
  include_link_analysis boolean not null,
  -- Turns are counted from the first one; the next one is due at next_at.
  first_at timestamptz not null,
  next_at timestamptz not null,
  -- What became of the last turn: the audit that it started, or why there was none.
  last_at timestamptz,
  last_job_id uuid,
  last_problem text,
  updated_at timestamptz not null
);
create index due_audits on audit_schedules (next_at);

-- Lists of bots' addresses as their operators publish them, each as it last came whole, and how the last attempt went.
create table bot_ranges (
  name text primary key,
  url text not null,
  fetched_at timestamptz,
  etag text,
  last_modified text,
  networks text[],
  tried_at timestamptz not null,
  problem text
);

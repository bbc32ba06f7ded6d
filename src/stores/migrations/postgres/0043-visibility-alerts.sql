-- Days from which on a brand is named more or less often than before: by engine and market, each once.
create table visibility_alerts (
  id uuid primary key,
  brand_id uuid not null references brands on delete cascade,
  engine text not null,
  country text not null,
  direction text not null check (direction in ('up', 'down')),
  -- Days as they are written everywhere: 2026-11-22. The first of the change, and that whose answers showed it.
  since text not null,
  raised_on text not null,
  -- The end of that day.
  raised_at timestamptz not null,
  -- Shares of answers on the prompts that were asked in both.
  share_before double precision not null,
  share_after double precision not null,
  -- The models that the engine mostly served before and since; null where they do not differ.
  model_before text,
  model_after text,
  -- Prompts by their numbers that moved most, with their answers in both.
  evidence jsonb not null,
  state text not null check (state in ('open', 'acknowledged', 'closed')),
  updated_at timestamptz not null
);
create index visibility_alerts_of_brand on visibility_alerts (brand_id, raised_at desc, id desc);

-- The day and the version of readings that alerts were looked for in last.
alter table brands add column alerts_of text;

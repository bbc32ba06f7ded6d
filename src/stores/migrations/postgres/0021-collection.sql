-- Which prompts an engine is asked for a brand, where, and how often.
create table collection_plans (
  brand_id uuid not null references brands on delete cascade,
  engine text not null,
  source_id uuid references sources on delete set null,
  fallback_source_id uuid references sources on delete set null,
  countries text[] not null,
  language text not null,
  replicates integer not null,
  -- One of both.
  times_per_day integer,
  times_per_week integer,
  tag_ids uuid[] not null,
  topic_ids uuid[] not null,
  is_active boolean not null,
  -- From when on it holds as it is: nothing is asked for the time before.
  since timestamptz not null,
  -- Slots exist of all rounds that begin before this time.
  planned_until timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (brand_id, engine)
);

-- The most that may be spent in a month of UTC, in billionths of a US dollar: of a workspace, or of a brand.
create table collection_budgets (
  workspace_id uuid not null references workspaces on delete cascade,
  brand_id uuid references brands on delete cascade,
  monthly_nanos bigint not null,
  updated_at timestamptz not null,
  unique nulls not distinct (workspace_id, brand_id)
);

-- What is reserved for questions under way and what was spent, by the month of UTC in which it was reserved. Money that was
-- spent stays spent when the brand is deleted.
create table collection_spending (
  workspace_id uuid not null references workspaces on delete cascade,
  brand_id uuid not null,
  month date not null,
  reserved_nanos bigint not null default 0,
  spent_nanos bigint not null default 0,
  primary key (workspace_id, brand_id, month)
);

-- One question to one engine: a prompt in a market, asked once in a round.
create table collection_slots (
  id uuid primary key,
  brand_id uuid not null references brands on delete cascade,
  engine text not null,
  -- No reference: what was planned stays known when the prompt is deleted.
  prompt_id uuid not null,
  country text not null,
  language text not null,
  replicate integer not null,
  -- The round: when its window begins and ends, and when in it this slot is to be asked.
  round timestamptz not null,
  round_end timestamptz not null,
  planned_at timestamptz not null,
  -- planned, reserved (a request is under way), submitted (the provider works on it), received, settled
  state text not null,
  -- Not before this time: asked, or looked after by somebody else where a process has died.
  due_at timestamptz not null,
  attempts integer not null default 0,
  -- What the provider is told of the attempt: the same where it is repeated because its answer never came.
  attempt_id uuid,
  -- Of the attempt under way, or of the last one.
  source_id uuid references sources on delete set null,
  submitted_at timestamptz,
  task_id text,
  -- What the provider says that it charged for the task when it took it.
  task_cost_nanos bigint,
  month date,
  reserved_nanos bigint not null default 0,
  cost_nanos bigint not null default 0,
  -- Attempts whose answer never came although the provider may have charged for it.
  possibly_bought integer not null default 0,
  received_at timestamptz,
  -- As of an answer: answered, none_shown, failed, unreadable; null until then.
  outcome text,
  -- Why there is no answer: a word for counting, and the provider's words.
  failure text,
  reason text,
  latency_ms integer,
  settled_at timestamptz,
  unique (brand_id, engine, prompt_id, country, language, replicate, round)
);
create index open_slots on collection_slots (due_at) where state <> 'settled';
create index slots_of_source on collection_slots (source_id, task_id) where state in ('reserved', 'submitted');
create index received_slots on collection_slots (brand_id, received_at) where state = 'received';
create index slots_by_day on collection_slots (brand_id, planned_at);

-- Raw bodies from the moment in which they came until they stand in ClickHouse with their answers.
create table collected_bodies (
  slot_id uuid primary key references collection_slots on delete cascade,
  format text not null,
  -- Compressed with zstd.
  body bytea not null
);

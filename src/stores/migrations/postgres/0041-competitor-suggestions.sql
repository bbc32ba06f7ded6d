-- What was last looked through for brands that nobody has configured.
create table competitor_searches (
  brand_id uuid primary key references brands on delete cascade,
  -- The state of the brand's answers that was looked at.
  state text not null,
  looked_at timestamptz not null,
  -- Days as they are written everywhere: 2026-11-22.
  start_date text not null,
  end_date text not null,
  answers integer not null,
  -- Of the period, whether or not they were looked at.
  answers_of_period bigint not null,
  answers_naming_brand integer not null,
  model text,
  model_problem text
);

create table competitor_suggestions (
  id uuid primary key,
  brand_id uuid not null references brands on delete cascade,
  name text not null,
  -- Its place among those found, from 0; null where it is no longer found and stays only for what was decided.
  place integer,
  answers integer not null,
  answers_with_brand integer not null,
  engines text[] not null,
  quotes jsonb not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- What a language model holds it for; null where none was asked.
  judgement text check (judgement in ('brand', 'other')),
  state text not null check (state in ('open', 'accepted', 'dismissed')),
  competitor_id uuid references competitors on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index competitor_suggestions_of_brand on competitor_suggestions (brand_id, place);
create index competitor_suggestions_by_competitor on competitor_suggestions (competitor_id);

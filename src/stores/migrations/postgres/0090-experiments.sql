create table experiments (
  id uuid primary key,
  brand_id uuid not null references brands on delete cascade,
  name text not null,
  description text,
  metric text not null,
  engines text[] not null,
  countries text[] not null,
  started_on text not null,
  ended_on text not null,
  days_left_out int not null,
  baseline_start_on text not null,
  baseline_end_on text not null,
  judged_from text,
  -- Whether a draw chose the treated prompts among the candidates.
  is_drawn boolean not null,
  -- The prompts with their texts when it was created: [{id, number, text, is_treated}].
  prompts jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index on experiments (brand_id, created_at, id);

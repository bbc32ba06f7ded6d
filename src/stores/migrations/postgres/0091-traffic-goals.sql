create table traffic_goals (
  id uuid primary key,
  brand_id uuid not null references brands on delete cascade,
  name text not null,
  -- Percent-encoded; * stands for any text.
  path text not null,
  value double precision,
  created_at timestamptz not null
);
create index on traffic_goals (brand_id, created_at, id);

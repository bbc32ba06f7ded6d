-- What somebody did on a day, written beside the figures so that others see what may have moved them.
create table notes (
  id uuid primary key,
  brand_id uuid not null references brands on delete cascade,
  -- As it is written everywhere: 2026-11-22.
  day text not null,
  text text not null,
  created_at timestamptz not null
);
create index notes_of_brand on notes (brand_id, day);

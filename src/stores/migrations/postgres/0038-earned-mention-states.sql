-- What people make of pages on which the brand may ask to be named. A page without a row is open.
create table earned_mention_states (
  brand_id uuid not null references brands on delete cascade,
  citation_id uuid not null,
  -- The number that ClickHouse knows it by, a UInt64.
  page_number numeric(20) not null,
  state text not null check (state in ('in_progress', 'done', 'dismissed')),
  updated_at timestamptz not null,
  primary key (brand_id, citation_id)
);

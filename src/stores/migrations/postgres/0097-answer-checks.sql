-- What people say about the reading of an entity in an answer. Answers are in ClickHouse, so nothing references them.
create table answer_checks (
  brand_id uuid not null references brands on delete cascade,
  answer_id uuid not null,
  entity integer not null,
  executed_at timestamptz not null,
  -- Null: not checked. A check without both is withdrawn, and deleted once the reading follows.
  mention text,
  sentiment text,
  checked_at timestamptz not null,
  -- The sentiment that the reader found, in hundredths; null if the answer no longer mentions the entity.
  read_sentiment integer,
  -- Whether the reading follows the check.
  is_applied boolean not null,
  primary key (brand_id, answer_id, entity)
);
create index answer_checks_pending on answer_checks (brand_id) where not is_applied;

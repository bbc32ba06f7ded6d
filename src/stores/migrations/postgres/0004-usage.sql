-- Days of UTC whose requests are summed up: figures of the last one and of all before it come from the sums.
create table usage_rollups (
  day date primary key,
  rolled_at timestamptz not null
);

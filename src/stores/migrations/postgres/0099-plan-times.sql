-- When the day or week of a plan begins.
alter table collection_plans
  add column start_hour integer not null default 0,
  add column time_zone text not null default 'UTC';

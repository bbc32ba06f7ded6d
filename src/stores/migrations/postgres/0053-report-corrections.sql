-- The version of the code that computed a report's figures. Reports of releases before it are 0, and are computed again.
alter table reports add column computation integer not null default 0;
-- When figures of a stored report were replaced or withdrawn; null if they are as they were made.
alter table reports add column corrected_at timestamptz;
create index outdated_reports on reports (computation, brand_id);

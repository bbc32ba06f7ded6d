-- Requests with an unknown outcome are at risk, not spent, until an editor or the provider says that they were never served.
alter table collection_spending add column at_risk_nanos bigint not null default 0;
alter table collection_slots add column at_risk_nanos bigint not null default 0;
-- Consecutive requests of a source without an answer that it may charge for.
alter table sources add column losses int not null default 0;
-- No reference to a brand: the money of a deleted brand stays at risk.
create table collection_lost_requests (
  attempt_id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  brand_id uuid not null,
  slot_id uuid,
  source_id uuid,
  engine text not null,
  month date not null,
  cost_nanos bigint not null,
  reason text not null,
  lost_at timestamptz not null
);
create index on collection_lost_requests (workspace_id, lost_at);

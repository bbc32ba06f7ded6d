-- Addresses of other programs that are told what happens in a workspace.
create table webhooks (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  name text not null,
  kind text not null check (kind in ('standard', 'slack')),
  -- As it is shown. That of a Slack channel opens the channel: the whole of it is the secret.
  url text not null,
  secret bytea not null,
  secret_made_at timestamptz not null,
  -- The secret before, which signs beside the new one for a while.
  former_secret bytea,
  former_until timestamptz,
  events text[] not null,
  last_sequence bigint not null default 0,
  -- Null while it is on.
  off_at timestamptz,
  off_reason text,
  -- Of the first failure that nothing has gone through since.
  failing_since timestamptz,
  is_slow boolean not null default false,
  tried_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index webhooks_of_workspace on webhooks (workspace_id);

-- What has happened, written in the transaction that made it happen, where somebody wants to hear of it.
create table events (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  brand_id uuid references brands on delete cascade,
  type text not null,
  data jsonb not null,
  created_at timestamptz not null,
  -- Null until there is a delivery for each webhook that wants it.
  dealt_at timestamptz
);
create index events_to_deal on events (created_at, id) where dealt_at is null;
create index events_of_workspace on events (workspace_id, created_at);
create index events_of_brand on events (brand_id);
create index events_by_age on events (created_at);

create table webhook_deliveries (
  id uuid primary key,
  webhook_id uuid not null references webhooks on delete cascade,
  event_id uuid not null references events on delete cascade,
  -- The place of the event among all of its webhook.
  sequence bigint not null,
  body text not null,
  status text not null check (status in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  -- Since when it is tried: that of the event, or of the last replay.
  queued_at timestamptz not null,
  next_attempt_at timestamptz not null,
  attempted_at timestamptz,
  response_status integer,
  duration_ms integer,
  problem text,
  created_at timestamptz not null,
  unique (webhook_id, event_id)
);
create index waiting_deliveries on webhook_deliveries (webhook_id, next_attempt_at, sequence) where status = 'waiting';
create index deliveries_by_age on webhook_deliveries (webhook_id, created_at desc, id desc);
create index deliveries_of_event on webhook_deliveries (event_id);

-- Rounds whose end has been told.
create table collection_rounds_told (
  brand_id uuid not null references brands on delete cascade,
  engine text not null,
  round timestamptz not null,
  primary key (brand_id, engine, round)
);

-- The month, as 2026-11, of which it has been told that the budget is used up.
alter table collection_budgets add column reached_in text;
alter table api_keys add column expiry_told boolean not null default false;

-- The key at the start of a chain of rolled keys: a retry with the new key is the same caller's.
alter table api_keys add column chain_id uuid;
with recursive chain as (
  select id, id as first from api_keys where rolled_from is null
  union all
  select api_keys.id, chain.first from api_keys join chain on api_keys.rolled_from = chain.id
)
update api_keys set chain_id = chain.first from chain where chain.id = api_keys.id;
update api_keys set chain_id = id where chain_id is null;
alter table api_keys alter column chain_id set not null;

-- The first outcome of each write, so that a retry has it again; written in the transaction of its effect.
create table idempotent_responses (
  chain_id uuid not null,
  method text not null,
  path text not null,
  idempotency_key text not null,
  -- Of query and body: the same key with others is refused.
  fingerprint bytea not null,
  status integer,
  body text,
  request_id uuid,
  created_at timestamptz not null,
  primary key (chain_id, method, path, idempotency_key)
);
create index idempotent_responses_by_age on idempotent_responses (created_at);

-- Who changed what; written in the transaction of the change.
create table audit_records (
  id uuid primary key,
  workspace_id uuid not null,
  brand_id uuid,
  created_at timestamptz not null,
  -- The key that did it; null where the operator did.
  key_id uuid,
  key_name text,
  operation text not null,
  before jsonb,
  after jsonb,
  request_id uuid not null
);
create index audit_records_of_workspace on audit_records (workspace_id, created_at desc, id desc);

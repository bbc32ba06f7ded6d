-- Every change of a workspace's credits; the balance itself is workspaces.credits.
create table credit_entries (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  kind text not null check (kind in ('grant', 'charge', 'refund')),
  -- What was added; below 0 where it was taken.
  amount integer not null,
  -- What there was afterwards.
  balance integer not null check (balance >= 0),
  -- The audit that it was for. It stays here when the audit's brand is deleted.
  job_id uuid,
  created_at timestamptz not null
);
create index credit_entries_of_workspace on credit_entries (workspace_id, created_at desc, id desc);
insert into credit_entries (id, workspace_id, kind, amount, balance, created_at)
  select gen_random_uuid(), id, 'grant', credits, credits, now() from workspaces where credits > 0;

create table audits (
  id uuid primary key,
  brand_id uuid not null references brands on delete cascade,
  -- As they were when it was started.
  domain text not null,
  website text not null,
  include_link_analysis boolean not null,
  total_urls integer not null,
  credit_cost integer not null,
  is_free_scan boolean not null,
  -- Its credits or its free scan came back.
  refunded boolean not null default false,
  state text not null check (state in ('running', 'completed', 'failed', 'cancelled')),
  problem text,
  pages_found integer not null default 0,
  pages_done integer not null default 0,
  -- What was found out about the site besides its pages, once these have been read: JSON, compressed with zstd.
  site bytea,
  -- Who is at work on it: whoever finds somebody else here stops.
  runner uuid,
  -- How often it was tried and ended in an error of this program.
  failures integer not null default 0,
  -- Of this program, whose facts of pages are those of this release alone.
  version text not null,
  created_at timestamptz not null,
  ended_at timestamptz
);
create unique index audits_running on audits (brand_id) where state = 'running';
create index audits_of_brand on audits (brand_id, created_at desc, id desc);

-- The addresses of the site that a running audit knows. Gone when it has ended.
create table audit_addresses (
  audit_id uuid not null references audits on delete cascade,
  -- A hash of the address, which may be longer than an index takes.
  id uuid not null,
  url text not null,
  depth integer,
  source text,
  is_settled boolean not null default false,
  primary key (audit_id, id)
);
create index audit_addresses_to_read on audit_addresses (audit_id, depth, id) where not is_settled;

-- What was read, by a running audit and by the last one that completed, to which unchanged pages are compared.
create table audit_pages (
  audit_id uuid not null references audits on delete cascade,
  id uuid not null,
  url text not null,
  -- Of the response at the end of its redirects; null where there was none.
  status integer,
  etag text,
  last_modified text,
  -- JSON, compressed with zstd.
  facts bytea not null,
  primary key (audit_id, id)
);

-- A page's instance of an issue. Ids are the same from audit to audit: hashes of brand, check and address.
create table issue_pages (
  id uuid primary key,
  brand_id uuid not null references brands on delete cascade,
  issue_id uuid not null,
  check_id text not null,
  -- By which audit_pages knows the address.
  page_id uuid not null,
  url text not null,
  title text,
  evidence text[] not null,
  state text not null check (state in ('open', 'resolved')),
  resolved_at timestamptz,
  -- An audit has set its state, and nobody by hand.
  auto_resolved boolean not null default false,
  -- When it was found: first, or again after it had been resolved.
  created_at timestamptz not null,
  first_seen_at timestamptz not null,
  first_seen_audit uuid not null,
  last_seen_at timestamptz not null,
  last_seen_audit uuid not null
);
create index issue_pages_open on issue_pages (brand_id, check_id, first_seen_at, last_seen_at) where state = 'open';
create index issue_pages_of_issue on issue_pages (issue_id, created_at desc, id desc) where state = 'open';

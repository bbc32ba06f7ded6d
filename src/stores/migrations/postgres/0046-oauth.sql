-- Programs that act for people at /mcp. Each has registered itself, or is known by the address of a document.
create table oauth_clients (
  id text primary key,
  -- What it has said of itself (RFC 7591); its secret as a hash.
  metadata jsonb not null,
  created_at timestamptz not null
);

-- What somebody lets a program do in a workspace. It ends with their membership.
create table oauth_connections (
  id uuid primary key,
  client_id text not null,
  client_name text not null,
  -- Where it is reached: the host, or what else its address begins with.
  client_place text not null,
  person_id uuid not null,
  workspace_id uuid not null,
  scopes text[] not null,
  -- Null for all that the person reaches.
  brand_ids uuid[],
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  foreign key (workspace_id, person_id) references memberships on delete cascade
);
create index oauth_connections_of_person on oauth_connections (person_id, created_at desc, id desc);
create index oauth_connections_of_member on oauth_connections (workspace_id, person_id);
create index oauth_connections_of_client on oauth_connections (client_id);

-- Requests, codes and tokens, each by a hash of what its holder has.
create table oauth_artifacts (
  kind text not null,
  id_hash bytea not null,
  payload jsonb not null,
  connection_id uuid references oauth_connections on delete cascade,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  primary key (kind, id_hash)
);
create index oauth_artifacts_of_connection on oauth_artifacts (connection_id);
create index oauth_artifacts_by_expiry on oauth_artifacts (expires_at);

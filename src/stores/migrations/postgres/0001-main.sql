create table workspaces (
  id uuid primary key,
  name text not null,
  api_access boolean not null,
  api_writes boolean not null,
  brand_knowledge boolean not null,
  credits integer not null check (credits >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table brands (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  name text not null,
  aliases text[] not null,
  is_active boolean not null,
  primary_domain text,
  website text,
  -- Entity 1 of every brand is the brand itself.
  last_entity integer not null default 1 check (last_entity < 65536),
  last_prompt bigint not null default 0 check (last_prompt < 4294967296),
  -- Answers up to this batch are committed and visible; a pending batch is being written, or was when its writer died.
  ingest_seq bigint not null default 0,
  pending_seq bigint,
  -- The reading of the stored answers that figures come from.
  reading_version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index brands_of_workspace on brands (workspace_id, created_at desc, id desc);

-- Whom each reading of a brand's answers looks for. Never changed once written: a change of names is a new version.
create table reading_configs (
  brand_id uuid not null references brands on delete cascade,
  version integer not null,
  entities jsonb not null,
  -- Answers up to this batch have been read with it, while it is not yet the one in use.
  read_seq bigint not null default 0,
  created_at timestamptz not null,
  primary key (brand_id, version)
);

create table api_keys (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  name text not null,
  salt bytea not null,
  hash bytea not null,
  last_four text not null,
  scopes text[] not null,
  all_brands boolean not null,
  created_by text,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  rolled_from uuid references api_keys on delete set null,
  -- Set when the key was rolled: from then on it is revoked.
  grace_ends_at timestamptz
);
create index api_keys_by_last_four on api_keys (last_four);
create index api_keys_of_workspace on api_keys (workspace_id, created_at desc, id desc);

create table api_key_brands (
  key_id uuid not null references api_keys on delete cascade,
  brand_id uuid not null references brands on delete cascade,
  primary key (key_id, brand_id)
);
create index api_key_brands_by_brand on api_key_brands (brand_id);

create table topics (
  id uuid primary key,
  brand_id uuid not null references brands on delete cascade,
  parent_id uuid references topics on delete cascade,
  name text not null,
  created_at timestamptz not null,
  unique nulls not distinct (brand_id, parent_id, name)
);
create index topics_by_parent on topics (parent_id);

create table tags (
  id uuid primary key,
  brand_id uuid not null references brands on delete cascade,
  name text not null,
  slug text not null,
  color text,
  description text,
  created_at timestamptz not null,
  unique (brand_id, name),
  unique (brand_id, slug)
);

create table prompts (
  id uuid primary key,
  brand_id uuid not null references brands on delete cascade,
  number bigint not null,
  text text not null,
  -- SHA-256 of the text: texts are longer than an index entry may be.
  text_hash bytea not null,
  topic_id uuid not null references topics,
  category_id uuid,
  countries text[] not null,
  is_active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (brand_id, number),
  unique (brand_id, text_hash)
);
create index prompts_by_topic on prompts (topic_id);
create index prompts_of_brand on prompts (brand_id, created_at desc, id desc);

create table prompt_tags (
  prompt_id uuid not null references prompts on delete cascade,
  tag_id uuid not null references tags on delete cascade,
  primary key (prompt_id, tag_id)
);
create index prompt_tags_by_tag on prompt_tags (tag_id);

create table competitors (
  id uuid primary key,
  brand_id uuid not null references brands on delete cascade,
  number integer not null,
  name text not null,
  primary_url text,
  domain text,
  relation text not null check (relation in ('direct_competitor', 'indirect_competitor', 'partner')),
  aliases text[] not null,
  is_active boolean not null,
  is_manual boolean not null,
  match_case_sensitive boolean not null,
  match_require_domain boolean not null,
  match_mode text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (brand_id, number),
  unique (brand_id, domain)
);
create index competitors_of_brand on competitors (brand_id, created_at desc, id desc);

-- Random bytes that signatures are made with.
create table secrets (
  name text primary key,
  value bytea not null
);

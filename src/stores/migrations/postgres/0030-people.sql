-- People sign in, in workspaces that they are members of. What they did is recorded by their id alone, so that erasing
-- somebody is the deletion of one row here.
create table people (
  id uuid primary key,
  -- As it was given, and as it is compared: in lower case.
  email text not null,
  email_key text not null unique,
  name text not null,
  -- Argon2id in the PHC string format; null for somebody who signs in by single sign-on or a link alone.
  password_hash text,
  -- Sealed with the key of secrets. It counts once it was confirmed by a code.
  totp_secret bytea,
  totp_confirmed_at timestamptz,
  -- The 30 seconds of the last code that was used: no code is used twice.
  totp_last_step bigint,
  -- Who they are at the single sign-on.
  issuer text,
  subject text,
  created_at timestamptz not null,
  last_signed_in_at timestamptz,
  unique (issuer, subject)
);

create table memberships (
  workspace_id uuid not null references workspaces on delete cascade,
  person_id uuid not null references people on delete cascade,
  role text not null check (role in ('viewer', 'editor', 'admin', 'owner')),
  all_brands boolean not null,
  created_at timestamptz not null,
  primary key (workspace_id, person_id)
);
create index memberships_of_person on memberships (person_id);

-- Of a member who may not reach all of the workspace.
create table membership_brands (
  workspace_id uuid not null,
  person_id uuid not null,
  brand_id uuid not null references brands on delete cascade,
  primary key (workspace_id, person_id, brand_id),
  foreign key (workspace_id, person_id) references memberships on delete cascade
);
create index membership_brands_of_brand on membership_brands (brand_id);

create table recovery_codes (
  person_id uuid not null references people on delete cascade,
  hash bytea not null,
  used_at timestamptz,
  primary key (person_id, hash)
);

create table sessions (
  id uuid primary key,
  person_id uuid not null references people on delete cascade,
  -- SHA-256 of the token, which nobody but the browser has.
  token_hash bytea not null unique,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  address text not null,
  user_agent text
);
create index sessions_of_person on sessions (person_id);

-- Each is used once.
create table one_time_links (
  id uuid primary key,
  kind text not null check (kind in ('set-up', 'sign-in', 'invitation', 'password')),
  token_hash bytea not null unique,
  -- Whose it is; of an invitation, the e-mail address that it is for.
  person_id uuid references people on delete cascade,
  email text,
  workspace_id uuid references workspaces on delete cascade,
  role text check (role in ('viewer', 'editor', 'admin', 'owner')),
  -- Null for all.
  brand_ids uuid[],
  created_by uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index one_set_up_link on one_time_links (kind) where kind = 'set-up';
create index one_time_links_of_workspace on one_time_links (workspace_id);
create index one_time_links_of_person on one_time_links (person_id);

-- What somebody does to their own account is of no workspace. Processes of the release before name neither way nor address.
alter table audit_records
  alter column workspace_id drop not null,
  add column via text,
  add column address text;
create index audit_records_of_actor on audit_records (actor_id, created_at desc, id desc);

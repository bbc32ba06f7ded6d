-- Passkeys of people (WebAuthn). A public key opens nothing, so it is not encrypted.
create table passkeys (
  id uuid primary key,
  person_id uuid not null references people on delete cascade,
  name text not null,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_person on passkeys (person_id);

-- The passkey that began a session, as long as it exists.
alter table sessions add column passkey_id uuid references passkeys on delete set null;
create index sessions_passkey on sessions (passkey_id);

-- Challenges that wait for an answer: of a browser that signs in, or of a session that adds a passkey.
create table passkey_challenges (
  token_hash bytea unique,
  session_id uuid unique references sessions on delete cascade,
  challenge text not null,
  expires_at timestamptz not null,
  check (num_nonnulls(token_hash, session_id) = 1)
);

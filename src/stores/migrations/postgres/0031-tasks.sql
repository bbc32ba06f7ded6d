-- What people have the server do in the background: an operation that takes a file or long, with its progress and outcome.
create table tasks (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  brand_id uuid references brands on delete cascade,
  -- Who started it, from where. Somebody who was erased starts nothing more.
  person_id uuid references people on delete cascade,
  address text,
  operation text not null,
  input jsonb not null,
  state text not null check (state in ('receiving', 'waiting', 'working', 'done', 'failed')),
  done bigint not null default 0,
  total bigint,
  unit text,
  file_bytes bigint not null default 0,
  result jsonb,
  error jsonb,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index tasks_of_workspace on tasks (workspace_id, created_at desc, id desc);
create index tasks_of_brand on tasks (brand_id);

-- Its file, until it is over: whichever process does it finds it here.
create table task_file_parts (
  task_id uuid not null references tasks on delete cascade,
  number int not null,
  bytes bytea not null,
  primary key (task_id, number)
);

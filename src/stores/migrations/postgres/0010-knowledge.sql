create table knowledge_documents (
  id uuid primary key,
  brand_id uuid not null references brands on delete cascade,
  title text not null,
  format text not null check (format in ('pdf', 'html', 'markdown', 'docx', 'text')),
  source text not null check (source in ('file', 'text', 'url')),
  url text,
  status text not null check (status in ('processing', 'ready', 'failed')),
  -- Why it failed, in words.
  error text,
  -- Code points of its text; the text itself is in knowledge_parts, and missing while it is being extracted.
  char_count integer not null default 0,
  has_text boolean not null default false,
  pages integer,
  summary text,
  -- Of what is in the index: passages, and terms in all of them.
  passages integer not null default 0,
  terms bigint not null default 0,
  -- The run whose passages are searched; 0 where there is none. ClickHouse may hold those of others.
  index_run integer not null default 0,
  last_run integer not null default 0,
  -- Passes asked for, and done: the newest one settles the status.
  passes_asked integer not null default 1,
  passes_done integer not null default 0,
  -- The model of the vectors in use, and why there are none of the configured one.
  embedding_model text,
  embedding_problem text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index knowledge_documents_of_brand on knowledge_documents (brand_id, created_at desc, id desc);

-- What was given, and the text that was found in it, in pieces: a row is never large.
create table knowledge_parts (
  document_id uuid not null references knowledge_documents on delete cascade,
  role text not null check (role in ('source', 'text')),
  position integer not null,
  content bytea not null,
  primary key (document_id, role, position)
);

-- Prompts that a language model has suggested for a brand, and what it was last asked of.
create table model_suggestions (
  brand_id uuid primary key references brands on delete cascade,
  -- The state of the brand that was looked at, and a hash of what the model was shown of it.
  data_version integer not null,
  material_hash text,
  looked_at timestamptz not null,
  model text,
  problem text,
  suggestions jsonb not null
);

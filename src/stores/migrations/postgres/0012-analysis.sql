alter table knowledge_documents
  -- Who wrote the summary: null where there is none, extract for sentences of the document, else the model's name.
  add column summarised_by text,
  -- Why the configured model did not.
  add column summary_problem text;
update knowledge_documents set summarised_by = 'extract' where summary is not null;

-- Who has set a field of the profile, aliases included: person, model or declared (what pages declare of themselves). A
-- field that is not named is nobody's.
alter table brand_profiles add column set_by jsonb not null default '{}';
update brand_profiles set set_by = (
  select coalesce(jsonb_object_agg(field, 'person'), '{}')
  from jsonb_each(to_jsonb(brand_profiles)) as fields (field, value)
  where field in ('industry', 'short_description', 'description', 'primary_audience', 'main_market', 'key_features')
    and value not in ('null', '[]')
);
update brand_profiles set set_by = set_by || '{"aliases": "person"}'
from brands where brands.id = brand_id and cardinality(brands.aliases) > 0;

-- The last analysis of a brand.
create table brand_analyses (
  brand_id uuid primary key references brands on delete cascade,
  -- Each analysis has a number of its own: what an older one finds late is not put in use.
  run integer not null,
  status text not null check (status in ('running', 'done', 'failed')),
  -- Why it failed, in words.
  error text,
  -- Who derived the profile: model or declared; and why the configured model did not.
  derived_by text,
  model text,
  model_problem text,
  pages text[] not null default '{}',
  -- Why the site was not read, or not as a whole.
  site_problem text,
  documents integer not null default 0,
  products_added integer not null default 0,
  -- Names of products that the brand had, or was given, when it was analysed: those that were deleted stay away.
  known_products text[] not null default '{}',
  started_at timestamptz not null,
  ended_at timestamptz
);

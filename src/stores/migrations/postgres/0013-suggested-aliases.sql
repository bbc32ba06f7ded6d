-- Names that a model found for the brand; a person may make them aliases.
alter table brand_analyses add column suggested_aliases text[] not null default '{}';

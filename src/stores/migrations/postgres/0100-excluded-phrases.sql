-- Phrases in which a name means something else.
alter table brands add column excluded_phrases text[] not null default '{}';
alter table competitors add column excluded_phrases text[] not null default '{}';

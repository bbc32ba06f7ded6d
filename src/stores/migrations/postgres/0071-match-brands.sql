-- How the names of a brand match, as for its competitors.
alter table brands
  add column match_case_sensitive boolean not null default false,
  add column match_in_context boolean not null default false;

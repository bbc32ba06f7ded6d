-- A file may have gigabytes: its parts are deleted some at a time, and not by the statement that deletes their export, with its
-- brand or person.
alter table export_parts drop constraint export_parts_export_id_fkey;
-- Attempts that a store, or a change of the brand's history, has ended.
alter table exports add column failures integer not null default 0;
-- Whether whom the brand's settings name were told of it.
alter table reports add column is_told boolean not null default false;

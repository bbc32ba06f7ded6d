-- The workspaces that a session has opened, by id, with the time of the last use in each.
alter table sessions add column used_in jsonb not null default '{}';

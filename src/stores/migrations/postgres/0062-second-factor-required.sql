-- Whether members reach the workspace only with a second factor.
alter table workspaces add column second_factor_required boolean not null default false;

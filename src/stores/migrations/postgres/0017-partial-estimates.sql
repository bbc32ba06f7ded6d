-- Not all pages of the site could be counted when the audit was started: what it costs is settled at its end.
alter table audits add column is_partial_estimate boolean not null default false;

-- The hash of the page's layout. Null for other files, redirects and pages of earlier audits.
alter table audit_pages add column skeleton text;

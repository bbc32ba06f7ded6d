-- Raised with every change of what reads of the brand show. While data_unstable, something is being erased that no
-- transaction covers: results of that time are not kept.
alter table brands
  add column data_version bigint not null default 0,
  add column data_unstable boolean not null default false;

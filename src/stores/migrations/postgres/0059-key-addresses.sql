-- Addresses and ranges that requests with a key must come from; any address if it is empty.
alter table api_keys add column allowed_addresses text[] not null default '{}';

-- When a program that registered itself was last seen to be connected. Null where nobody has let it in.
alter table oauth_clients add column connected_at timestamptz;

-- Rows of a table may refer to later ones of it while a backup is brought back.
alter table topics alter constraint topics_parent_id_fkey deferrable;
alter table api_keys alter constraint api_keys_rolled_from_fkey deferrable;

-- Raised where answers are erased because they are old: a walk cannot go on over what was there.
alter table brands add column erasures integer not null default 0;

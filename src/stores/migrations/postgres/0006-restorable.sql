-- Rows of a table may refer to later ones of it while a backup is brought back.
alter table topics alter constraint topics_parent_id_fkey deferrable;
alter table api_keys alter constraint api_keys_rolled_from_fkey deferrable;

-- Who made a key, where a person did: their id, so that nothing of them is left here once they are erased. What the
-- operator says of who asked for it is text, as before.
alter table api_keys add column created_by_person uuid;

-- What is of no workspace is found by the person whose account it is about.
create index audit_records_of_account
  on audit_records (coalesce(after ->> 'person_id', before ->> 'person_id', actor_id), created_at desc, id desc)
  where workspace_id is null;

-- A record names the kind of its actor, so that others than keys and the operator can be told apart. Processes of the
-- release before, which do not name it, may still write records while they are replaced.
alter table audit_records add column actor_kind text not null default 'operator', add column actor_id text;
update audit_records set actor_kind = 'api-key', actor_id = key_id::text where key_id is not null;
alter table audit_records alter column actor_kind set default 'unknown';

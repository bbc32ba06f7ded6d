-- Who was asked for a body, and for which model: the source may be changed before its answer is stored.
alter table collected_bodies add column source text not null default '';
alter table collected_bodies add column model text not null default '';
update collected_bodies set source = sources.name, model = sources.model
  from collection_slots slots join sources on sources.id = slots.source_id
  where slots.id = collected_bodies.slot_id;

-- Who does the work, and until when. due_on is a UTC day.
alter table opportunities
  add column owner_id uuid references people on delete set null,
  add column due_on text;
create index opportunities_of_owner on opportunities (owner_id) where owner_id is not null;

-- Comments are audit records, which are kept as long as their brand.
create index audit_records_of_comments
  on audit_records ((after ->> 'opportunity_id'), created_at desc, id desc)
  where operation = 'create-opportunity-comment';

alter table brands
  -- Hits of people from AI engines up to this batch are committed and visible.
  add column traffic_seq bigint not null default 0,
  -- A batch is being written, or was when its writer died.
  add column traffic_pending boolean not null default false;

-- The new scope covers figures from the logs that read:website already covers.
update api_keys set scopes = array_append(scopes, 'read:crawler')
where 'read:website' = any (scopes) and not 'read:crawler' = any (scopes);

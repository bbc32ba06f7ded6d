-- Addresses outside that no longer want reports and alerts of a brand, whatever its list of recipients says.
create table report_unsubscribes (
  brand_id uuid not null references brands on delete cascade,
  -- In lower case, as addresses are compared.
  address_key text not null,
  created_at timestamptz not null,
  primary key (brand_id, address_key)
);

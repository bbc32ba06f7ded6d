-- Rows of reports that engines show to site owners, imported as files.
create table first_party_rows (
  brand_id uuid not null references brands on delete cascade,
  kind text not null,
  -- The dimensions of its report, such as page or day,country.
  report text not null,
  -- SHA-256 of the dimensions' values.
  key bytea not null,
  dimensions jsonb not null,
  count bigint not null,
  imported_at timestamptz not null,
  primary key (brand_id, kind, report, key)
);

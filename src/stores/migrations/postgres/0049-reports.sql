-- What a brand's figures were in a period, as operations showed them when the report was made.
create table reports (
  id uuid primary key,
  brand_id uuid not null references brands on delete cascade,
  -- By which schedule it was made; once where somebody asked for it.
  rhythm text not null check (rhythm in ('week', 'month', 'once')),
  -- Days as they are written everywhere: 2026-11-22.
  start_date text not null,
  end_date text not null,
  content jsonb not null,
  created_at timestamptz not null
);
create index reports_of_brand on reports (brand_id, created_at desc, id desc);
-- However many processes make reports, and however often they are killed.
create unique index one_report_a_period on reports (brand_id, rhythm, start_date) where rhythm <> 'once';

-- Which reports of a brand are made by themselves, and what is mailed.
create table report_settings (
  brand_id uuid primary key references brands on delete cascade,
  weekly boolean not null,
  monthly boolean not null,
  alerts text not null check (alerts in ('none', 'falls', 'all')),
  -- By the clock of this store, as what they are compared with.
  alerts_since timestamptz not null,
  updated_at timestamptz not null
);

-- Whom they are mailed to: people who have an account, or addresses.
create table report_recipients (
  brand_id uuid not null references report_settings on delete cascade,
  person_id uuid references people on delete cascade,
  address text,
  -- Nobody is mailed alerts that were found before they were chosen.
  since timestamptz not null default now(),
  check (num_nonnulls(person_id, address) = 1)
);
create unique index report_recipients_of_brand on report_recipients (brand_id, coalesce(person_id::text, address));

-- A report or an alert on its way to somebody, and what became of it.
create table report_mails (
  id uuid primary key,
  brand_id uuid not null references brands on delete cascade,
  report_id uuid references reports on delete cascade,
  alert_id uuid references visibility_alerts on delete cascade,
  person_id uuid references people on delete cascade,
  address text,
  state text not null check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null,
  problem text,
  next_at timestamptz not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  check (num_nonnulls(report_id, alert_id) = 1),
  check (num_nonnulls(person_id, address) = 1)
);
create unique index one_mail_each on report_mails (coalesce(report_id, alert_id), coalesce(person_id::text, address));
create index report_mails_of_brand on report_mails (brand_id, created_at desc, id desc);
create index due_report_mails on report_mails (next_at) where state = 'waiting';

-- When an alert was stored, which may be days after the day that raised it.
alter table visibility_alerts add column found_at timestamptz not null default now();

-- List prices that an operator loaded, which precede the shipped ones.
create table list_prices (
  kind text not null,
  model text not null,
  price jsonb not null,
  updated_at timestamptz not null,
  primary key (kind, model)
);
-- A copy of those of its provider, so that a price needs no further query.
alter table sources add column listed_prices jsonb not null default '[]';

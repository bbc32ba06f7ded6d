-- How a source asks, if its provider has the choice: whether the model must search, and from which market and city.
alter table sources add column search text not null default 'forced';
alter table sources add column city text not null default '';
-- The city that an answer was asked from.
alter table collected_bodies add column city text not null default '';

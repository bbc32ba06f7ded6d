-- Which release of the reader made the readings of a version. Those that are here were made by the first.
alter table reading_configs add column reader integer not null default 1;

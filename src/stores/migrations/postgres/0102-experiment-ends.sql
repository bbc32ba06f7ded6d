-- When webhooks were notified of the verdict. Ended experiments from before this release stay silent.
alter table experiments add column announced_at timestamptz;
update experiments set announced_at = now() where ended_on < to_char(now() at time zone 'UTC', 'YYYY-MM-DD');

-- To the minute, so that a key in use costs one write a minute and no request waits for it.
alter table api_keys add column last_used_at timestamptz;

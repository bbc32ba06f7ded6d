-- Whether the signature of the request (Web Bot Auth) verified the visit, whatever its address. Few visits are signed.
ALTER TABLE crawler_visits ADD COLUMN IF NOT EXISTS is_signed Bool DEFAULT false AFTER verdict;
ALTER TABLE crawler_visits ADD INDEX IF NOT EXISTS signed is_signed TYPE minmax GRANULARITY 1;

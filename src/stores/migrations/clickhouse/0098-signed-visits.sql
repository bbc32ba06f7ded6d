-- Whether the signature of the request (Web Bot Auth) verified the visit, whatever its address.
ALTER TABLE crawler_visits ADD COLUMN IF NOT EXISTS is_signed Bool DEFAULT false AFTER verdict;

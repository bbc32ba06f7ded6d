-- What is shown of a page is found by its number, by which the table is not sorted.
ALTER TABLE page_scans ADD INDEX IF NOT EXISTS by_id page_id TYPE bloom_filter(0.0001) GRANULARITY 1;
ALTER TABLE page_scans (MATERIALIZE INDEX by_id) SETTINGS mutations_sync = 0;

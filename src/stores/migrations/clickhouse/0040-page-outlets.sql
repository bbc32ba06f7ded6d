-- Scans of earlier releases do not tell: 1970-01-01 and no name, as of a page that does not say.
ALTER TABLE page_scans
  ADD COLUMN IF NOT EXISTS published_at DateTime64(3, 'UTC'),
  -- Who publishes the page, by its own words.
  ADD COLUMN IF NOT EXISTS outlet LowCardinality(String);

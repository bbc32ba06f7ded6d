-- Fetches by AI bots, as access logs tell of them. A visit is known by its brand, line and occurrence in the file.
CREATE TABLE IF NOT EXISTS crawler_visits
(
  brand_id UUID,
  -- The brand's batch of visits that it was stored with: those up to the committed one are shown.
  seq UInt64,
  ts DateTime64(3, 'UTC'),
  visit_id UUID,
  bot LowCardinality(String),
  category LowCardinality(String),
  verdict Enum8('verified' = 1, 'unverified' = 2, 'spoofed' = 3),
  -- Empty where the log does not say, and so are the texts that follow.
  domain String,
  path String,
  -- What the spellings of the page's address have in common, as in readings, and a number that stands for it: counting
  -- by numbers takes a fraction of the time.
  page_key String,
  page UInt64 MATERIALIZED cityHash64(page_key),
  -- 0 where the log does not say.
  status UInt16,
  bytes UInt64,
  method LowCardinality(String),
  -- Kept, and never shown by the API.
  query String,
  address String,
  user_agent String,
  referrer String
)
ENGINE = MergeTree
ORDER BY (brand_id, ts, visit_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- Counted by day within each part, so that the counts are always those of the rows.
ALTER TABLE crawler_visits ADD PROJECTION IF NOT EXISTS visits_of_bots
(
  SELECT brand_id, toDate(ts), bot, category, verdict, status >= 400, count(), max(ts)
  GROUP BY brand_id, toDate(ts), bot, category, verdict, status >= 400
);

-- One row a page and day, so that all pages of a month are few.
ALTER TABLE crawler_visits ADD PROJECTION IF NOT EXISTS visits_of_pages
(
  SELECT brand_id, toDate(ts), page, countIf(verdict != 'spoofed'), countIf(verdict != 'spoofed' AND status >= 400),
    maxIf(ts, verdict != 'spoofed')
  GROUP BY brand_id, toDate(ts), page
);

-- Document requests of people who came from an AI engine on that day: the arrivals, and the pages after them.
CREATE TABLE IF NOT EXISTS ai_traffic
(
  brand_id UUID,
  -- The brand's batch that it was stored with: those up to the committed one are shown.
  seq UInt64,
  ts DateTime64(3, 'UTC'),
  hit_id UUID,
  -- Keyed hash of day, address and user agent; neither of these is stored.
  visitor UInt64,
  domain String,
  path String,
  -- Empty for pages after an arrival.
  engine LowCardinality(String),
  evidence LowCardinality(String),
  paid Bool
)
ENGINE = MergeTree
ORDER BY (brand_id, ts, hit_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

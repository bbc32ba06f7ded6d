-- How an answer came about, and what became of a question that brought none: older rows do not tell.
ALTER TABLE answers
  -- The version of readings from which the row holds, where a later reader has read its raw body otherwise. Of an answer the
  -- row with the greatest revision counts that is no greater than the version in use; the first one is never changed.
  ADD COLUMN IF NOT EXISTS revision UInt32,
  ADD COLUMN IF NOT EXISTS outcome Enum8('answered' = 0, 'none_shown' = 1, 'failed' = 2, 'unreadable' = 3),
  -- Why there is no answer, for a person.
  ADD COLUMN IF NOT EXISTS reason String,
  ADD COLUMN IF NOT EXISTS truncated Bool,
  ADD COLUMN IF NOT EXISTS refused Bool,
  ADD COLUMN IF NOT EXISTS surface Enum8('unknown' = 0, 'api' = 1, 'ui' = 2),
  ADD COLUMN IF NOT EXISTS search Enum8('unknown' = 0, 'searched' = 1, 'not_searched' = 2),
  ADD COLUMN IF NOT EXISTS source LowCardinality(String),
  ADD COLUMN IF NOT EXISTS requested_model LowCardinality(String),
  ADD COLUMN IF NOT EXISTS location LowCardinality(String),
  ADD COLUMN IF NOT EXISTS language LowCardinality(String),
  -- From 1; 0 where not given.
  ADD COLUMN IF NOT EXISTS replicate UInt16,
  ADD COLUMN IF NOT EXISTS cost_usd Nullable(Float64),
  ADD COLUMN IF NOT EXISTS latency_ms Nullable(UInt32),
  -- From 1, and a place in the text in UTF-16 units, which nobody gave where it ends at 0.
  ADD COLUMN IF NOT EXISTS given_citations.position Array(UInt16),
  ADD COLUMN IF NOT EXISTS given_citations.start Array(UInt32),
  ADD COLUMN IF NOT EXISTS given_citations.end Array(UInt32),
  ADD COLUMN IF NOT EXISTS given_citations.kind Array(Enum8('cited' = 0, 'consulted' = 1)),
  -- Lists as JSON; empty where there are none. Each column more is work for every answer, and few have any.
  ADD COLUMN IF NOT EXISTS products String CODEC(ZSTD(3)),
  ADD COLUMN IF NOT EXISTS ads String CODEC(ZSTD(3));

-- What a provider sent, as it came: a later reader may read more in it. Of the same batches as the answers.
CREATE TABLE IF NOT EXISTS raw_responses
(
  brand_id UUID,
  seq UInt64,
  answer_id UUID,
  executed_at DateTime64(3, 'UTC'),
  format LowCardinality(String),
  -- What the line said that it came in, as JSON: that stands above what the body says.
  line String CODEC(ZSTD(3)),
  body String CODEC(ZSTD(3))
)
ENGINE = MergeTree
ORDER BY (brand_id, seq, answer_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- What was observed: written once, never changed. An answer is found by its batch (walks) or its id (duplicates).
CREATE TABLE IF NOT EXISTS answers
(
  brand_id UUID,
  seq UInt64,
  answer_id UUID,
  source_id String,
  prompt UInt32,
  engine LowCardinality(String),
  country LowCardinality(String),
  executed_at DateTime64(3, 'UTC'),
  model LowCardinality(String),
  answer String CODEC(ZSTD(3)),
  given_citations Nested(url String, title String),
  search_queries Array(String)
)
ENGINE = MergeTree
ORDER BY (brand_id, seq, answer_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- What a version of a brand's reading config found in each answer: all that metrics need, in one row.
CREATE TABLE IF NOT EXISTS readings
(
  brand_id UUID,
  version UInt32,
  executed_at DateTime64(3, 'UTC'),
  answer_id UUID,
  seq UInt64,
  prompt UInt32,
  engine LowCardinality(String),
  country LowCardinality(String),
  -- Sorted by offset (code points into the answer), then entity; sentiment in hundredths of a point.
  mentions Nested(entity UInt16, count UInt16, offset UInt32, sentiment UInt16),
  -- In order of their position.
  citations Nested(url String, domain LowCardinality(String), title String)
)
ENGINE = MergeTree
ORDER BY (brand_id, version, executed_at, answer_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- What a language model was asked about the sentiment of an answer, and what it said: kept to be looked at, and asked
-- only once for the same text, names and model.
CREATE TABLE IF NOT EXISTS sentiment_judgements
(
  brand_id UUID,
  answer_id UUID,
  asked_at DateTime64(3, 'UTC'),
  model LowCardinality(String),
  question_key String,
  -- Empty where the model failed; the offline judgement was used then.
  names Array(String),
  scores Array(UInt16),
  question String CODEC(ZSTD(3)),
  reply String CODEC(ZSTD(3)),
  error String
)
ENGINE = MergeTree
ORDER BY (brand_id, answer_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

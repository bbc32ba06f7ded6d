-- The requests of known keys of the last 60 days: older ones are summed up by day in usage_days, and then erased. A
-- batch that is written again, because nobody knows whether it was stored, is known by its token.
CREATE TABLE IF NOT EXISTS usage_requests
(
  workspace_id UUID,
  key_id UUID,
  at DateTime64(3, 'UTC'),
  -- Method and route of the endpoint that it reached; empty where it was refused before.
  endpoint LowCardinality(String),
  status UInt16,
  response_bytes UInt64,
  duration_us UInt32
)
ENGINE = MergeTree
PARTITION BY toMonday(at)
ORDER BY (workspace_id, at)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 1000;

-- The same, counted by day. A day that is summed up again replaces its rows, unless requests have been erased since.
CREATE TABLE IF NOT EXISTS usage_days
(
  workspace_id UUID,
  day Date,
  key_id UUID,
  endpoint LowCardinality(String),
  status UInt16,
  -- The class of durations that the requests are in.
  duration_class Int16,
  requests UInt64,
  response_bytes UInt64
)
ENGINE = ReplacingMergeTree(requests)
ORDER BY (workspace_id, day, key_id, endpoint, status, duration_class)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- Passages of knowledge documents. A run writes all passages of a document under its number; those of the run that
-- PostgreSQL names are shown.
CREATE TABLE IF NOT EXISTS knowledge_passages
(
  brand_id UUID,
  document_id UUID,
  run UInt32,
  passage UInt32,
  -- From 1; 0 where the document has no pages.
  page UInt32,
  headings Array(String),
  text String
)
ENGINE = MergeTree
ORDER BY (brand_id, document_id, run, passage)
-- Single passages are read: whole granules are, and 8192 of them would be megabytes.
SETTINGS index_granularity = 64, fsync_after_insert = 1, fsync_part_directory = 1;

-- In which passages of a document a term stands, and how often, and how many terms these have.
CREATE TABLE IF NOT EXISTS knowledge_terms
(
  brand_id UUID,
  term String,
  document_id UUID,
  run UInt32,
  passages Array(UInt32),
  counts Array(UInt16),
  lengths Array(UInt16)
)
ENGINE = MergeTree
ORDER BY (brand_id, term, document_id, run)
SETTINGS index_granularity = 512, fsync_after_insert = 1, fsync_part_directory = 1;

-- Embeddings of passages, of the length 1.
CREATE TABLE IF NOT EXISTS knowledge_vectors
(
  brand_id UUID,
  model LowCardinality(String),
  document_id UUID,
  run UInt32,
  passage UInt32,
  vector Array(Float32)
)
ENGINE = MergeTree
ORDER BY (brand_id, model, document_id, run, passage)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- The model that an engine said it answered with, so that figures can tell where it changed. Empty where it is not known, and
-- in readings that were made before: these are made again.
ALTER TABLE readings ADD COLUMN IF NOT EXISTS model LowCardinality(String);

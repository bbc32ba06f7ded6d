-- What a search compares: the numbers of a vector as whole ones. It reads those of all passages of a brand, and takes as
-- long as that takes. No vector is longer than 1, so the sum of 32 bits that the products make cannot overflow. Written
-- with the row; computed when a row is read that is older than the column.
ALTER TABLE knowledge_vectors ADD COLUMN IF NOT EXISTS code Array(Int16) MATERIALIZED arrayMap(x -> toInt16(round(x * 32767)), vector);

-- Rows that are older get it in the background. In parentheses, as that is done to the tables that hold rows only.
ALTER TABLE knowledge_vectors (MATERIALIZE COLUMN code) SETTINGS mutations_sync = 0;

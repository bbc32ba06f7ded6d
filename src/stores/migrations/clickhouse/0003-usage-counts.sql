-- Requests of one second that are the same but for their size are one row; response_bytes is their sum.
ALTER TABLE usage_requests ADD COLUMN IF NOT EXISTS requests UInt32 DEFAULT 1;

-- A redirect lends its evidence to the page after it, which can arrive in a later batch.
ALTER TABLE ai_traffic ADD COLUMN IF NOT EXISTS is_redirect Bool DEFAULT false;

-- As in crawler_visits. Rows of earlier releases get an approximation, without percent-decoding.
ALTER TABLE ai_traffic ADD COLUMN IF NOT EXISTS page_key String
  DEFAULT if(domain = '', concat(' ', path), concat(replaceRegexpOne(domain, '^www[.]', ''), replaceRegexpOne(path, '/+$', '')))
  AFTER path;

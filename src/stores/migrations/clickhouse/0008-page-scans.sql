-- Numbers that stand for the cited pages: counting by numbers takes a fraction of the time. The expression of citations.page
-- once more, as a column of this kind cannot be made of another one.
ALTER TABLE readings ADD COLUMN IF NOT EXISTS page_ids Array(UInt64) MATERIALIZED
  arrayMap(page -> cityHash64(page),
    arrayMap(
      trimmed -> if(position(trimmed, '%') = 0, trimmed, arrayStringConcat(arrayMap(
        (part, place) -> multiIf(
          place = 1, part,
          NOT match(part, '^[0-9A-Fa-f]{2}'), concat('%', part),
          match(unhex(substring(part, 1, 2)), '^[A-Za-z0-9_.~-]$'), concat(unhex(substring(part, 1, 2)), substring(part, 3)),
          concat('%', upper(substring(part, 1, 2)), substring(part, 3))),
        splitByChar('%', trimmed), arrayEnumerate(splitByChar('%', trimmed))))),
      arrayMap(
        bare -> if(position(bare, '?') = 0 AND position(bare, '#') = 0, trimRight(bare, '/'),
          replaceRegexpOne(bare, '^([^?#]*?)/*([?#].*)$', '\\1\\2')),
        arrayMap(
          url -> substring(url, if(startsWith(url, 'https://'), 9, 8)
            + if(startsWith(url, 'https://www.') OR startsWith(url, 'http://www.'), 4, 0)),
          citations.url))));

-- Rows that are older get it in the background.
ALTER TABLE readings (MATERIALIZE COLUMN page_ids) SETTINGS mutations_sync = 0;

-- What each scan of a cited page saw. All of it but keys and times is text of third parties.
CREATE TABLE IF NOT EXISTS page_scans
(
  brand_id UUID,
  -- What the spellings of the page's address have in common, as in readings.
  page String,
  -- The brand's batch of scans that it was stored with: those up to the committed one are shown.
  seq UInt64,
  -- The batch of the scan that this one takes the place of; 0 where it is the first.
  replaces UInt64,
  page_id UInt64 MATERIALIZED cityHash64(page),
  url String,
  domain LowCardinality(String),
  -- A page that was read, and cannot be fetched for the moment, stays read.
  outcome Enum8('read' = 1, 'unreadable' = 2, 'gone' = 3),
  -- Why the last try failed, and how many have in a row.
  problem String,
  failures UInt16,
  tried_at DateTime64(3, 'UTC'),
  -- When the text was fetched.
  scanned_at DateTime64(3, 'UTC'),
  title String,
  authors Array(String),
  -- The later of when the page says that it was published and changed; 1970-01-01 where it says neither.
  dated_at DateTime64(3, 'UTC'),
  language LowCardinality(String),
  content String CODEC(ZSTD(3)),
  -- Sites that its main text links to.
  links Array(String)
)
ENGINE = MergeTree
ORDER BY (brand_id, page, seq)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- Whom a version of a brand's reading config found on each page: all that lists are made of.
CREATE TABLE IF NOT EXISTS page_readings
(
  brand_id UUID,
  version UInt32,
  page String,
  page_id UInt64 MATERIALIZED cityHash64(page),
  seq UInt64,
  replaces UInt64,
  domain LowCardinality(String),
  outcome Enum8('read' = 1, 'unreadable' = 2, 'gone' = 3),
  -- Entities that its main text or title names, and those whose site it is on or links to.
  entities Array(UInt16),
  linked Array(UInt16)
)
ENGINE = MergeTree
ORDER BY (brand_id, version, page, seq)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

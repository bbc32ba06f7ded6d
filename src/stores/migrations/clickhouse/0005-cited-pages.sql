-- What the spellings of a cited page's address have in common (`pageKey` of features/answers, as an expression): without
-- scheme, `www.` and closing slashes of the path, with percent-encoding that RFC 3986 (6.2.2) calls needless undone and
-- the rest in upper case. Written with the row; computed when a row is read that is older than the column.
ALTER TABLE readings ADD COLUMN IF NOT EXISTS citations.page Array(String) MATERIALIZED
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
        citations.url)));

-- Rows that are older get it in the background. In parentheses, as that is done to the tables that hold rows only.
ALTER TABLE readings (MATERIALIZE COLUMN citations.page) SETTINGS mutations_sync = 0;

-- How the answer places each entity. Unknown in readings that were made before: these are made again.
ALTER TABLE readings ADD COLUMN IF NOT EXISTS mentions.stance
  Array(Enum8('unknown' = 0, 'listed' = 1, 'compared' = 2, 'recommended' = 3, 'warned_against' = 4));

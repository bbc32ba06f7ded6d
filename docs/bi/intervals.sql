-- A view over the intervals that download-week.sh saves. Run it after views.sql, in the same database.
-- `_low` and `_high` are for these prompts on other days, `_others_low` and `_others_high` for other prompts like these.
create or replace view weekly_intervals as
select brand, week, entity_id, name, is_our_brand, visibility_pct, visibility_pct_low, visibility_pct_high,
  visibility_pct_others_low, visibility_pct_others_high, market_share_pct, market_share_pct_low, market_share_pct_high,
  market_share_pct_others_low, market_share_pct_others_high
from read_json('brand=*/intervals*.ndjson', format = 'newline_delimited', hive_partitioning = true,
  hive_types_autocast = false, columns = {
    week: 'date', entity_id: 'varchar', name: 'varchar', is_our_brand: 'boolean',
    visibility_pct: 'double', visibility_pct_low: 'double', visibility_pct_high: 'double',
    visibility_pct_others_low: 'double', visibility_pct_others_high: 'double',
    market_share_pct: 'double', market_share_pct_low: 'double', market_share_pct_high: 'double',
    market_share_pct_others_low: 'double', market_share_pct_others_high: 'double'
  });

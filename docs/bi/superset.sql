-- Datasets for Superset: save each query as a dataset, add its metrics, and set its time column (`day` or `week`).
-- Superset filters by time and groups by week; weeks start on Monday (UTC).

-- Dataset: Figures. Group every chart by `entity`, or filter it to one entity: rows of each entity repeat the answers.
-- If two entities have the same name, also group by `entity_id`.
-- Metric: visibility_pct = 100.0 * sum(answers) / sum(executions)
-- Metric: market_share_pct = 100.0 * sum(mentions) / nullif(sum(all_mentions), 0)
-- Metric: sentiment_score = sum(sentiment_sum) / nullif(sum(judged), 0)
-- Metric: avg_rank = sum(rank_sum) / nullif(sum(answers), 0)
-- Metric: recommended_pct = 100.0 * sum(recommended) / nullif(sum(stance_answers), 0)
select figures.brand, figures.day, figures.engine, figures.country, topics.name as topic, figures.name as entity,
  figures.entity_id, figures.is_our_brand, figures.executions, figures.answers, figures.mentions, figures.all_mentions, figures.judged,
  figures.sentiment_sum, figures.rank_sum, figures.stance_answers, figures.recommended
from daily_figures figures
left join topics on (topics.brand, topics.topic_id) = (figures.brand, figures.topic_id);

-- Dataset: Intervals. One row per week and entity: show the columns as they are, with the time grain week.
-- Metric: visibility_pct = max(visibility_pct)
-- Metric: visibility_pct_low = max(visibility_pct_low)
-- Metric: visibility_pct_high = max(visibility_pct_high)
select brand, week, name as entity, is_our_brand, visibility_pct, visibility_pct_low, visibility_pct_high,
  visibility_pct_others_low, visibility_pct_others_high, market_share_pct, market_share_pct_low, market_share_pct_high
from weekly_intervals;

-- Dataset: Citations. One row per answer and cited page.
-- Metric: citations = count(*)
-- Metric: citing_answers = count(distinct answer_id)
select brand, day, engine, country, answer_id, citation_id, url, domain, owner_type as owner
from cited;

-- Dataset: AI bot visits
-- Metric: visits = sum(visits)
select brand, day, bot_category, bot_name, visits
from daily_visits;

-- SQL views over Sightline’s exports, for DuckDB and the BI tools that read it. See exports.md, “Views for BI tools”.
--
-- They read a folder for each brand, `brand=<name>`, with Parquet files whose names begin with their kind, such as
-- `brand=acme/answers-2026-06.parquet`. All six kinds have to be there: an export without rows is a file as well.
-- Periods of one kind must not overlap. Days are those of UTC. Figures are those of the API, not rounded.

create or replace view answers as
select brand, answer_id, executed_at, engine, country, prompt_id, topic_id, prompt, topic, tags, outcome, reason,
  answer, truncated, refused, model, requested_model, source, surface, search, location, language, replicate,
  cost_usd, latency_ms, search_queries
from read_parquet('brand=*/answers*.parquet', hive_partitioning = true, hive_types_autocast = false, union_by_name = true);

create or replace view mentions as
select brand, answer_id, executed_at, engine, country, prompt_id, topic_id, entity_id, name, is_our_brand, rank,
  count, first_offset, sentiment_score, stance
from read_parquet('brand=*/mentions*.parquet', hive_partitioning = true, hive_types_autocast = false, union_by_name = true);

create or replace view citations as
select brand, answer_id, executed_at, engine, country, prompt_id, topic_id, citation_id, url, domain, title, place,
  owner_type, owner_id
from read_parquet('brand=*/citations*.parquet', hive_partitioning = true, hive_types_autocast = false, union_by_name = true);

create or replace view visits as
select brand, visit_id, ts, bot_name, bot_category, domain, path, verified_by
from read_parquet('brand=*/visits*.parquet', hive_partitioning = true, hive_types_autocast = false, union_by_name = true);

create or replace view ai_visits as
select brand, ai_visit_id, started_at, engine, evidence, is_paid, address, goals
from read_parquet('brand=*/ai_visits*.parquet', hive_partitioning = true, hive_types_autocast = false, union_by_name = true);

create or replace view experiments as
select brand, experiment_id, name, metric, started_on, ended_on, assignment, is_retrospective, verdict, verdict_on,
  effect, effect_low, effect_high, smallest_detectable, treated_prompts, control_prompts, warnings
from read_parquet('brand=*/experiments*.parquet', hive_partitioning = true, hive_types_autocast = false, union_by_name = true);

-- What is counted: answers, and whom and what they name and cite. Their questions are as `answers` has them, so that files
-- of one period fit together where a prompt was moved between their exports.
create or replace view asked as
select brand, answer_id, cast(executed_at at time zone 'UTC' as date) as day, engine, country, topic_id
from answers
where outcome = 'answered';

-- The brands and their active competitors that any answer names, by the names that they had last.
create or replace view entities as
select brand, entity_id, arg_max(name, executed_at) as name, any_value(is_our_brand) as is_our_brand
from mentions
group by brand, entity_id;

-- The topics of prompts that were answered, by the names that they had last.
create or replace view topics as
select brand, topic_id, arg_max(topic, executed_at) as name
from answers
where topic_id is not null
group by brand, topic_id;

-- What figures are made of: a row for each day, engine, country, topic and entity. Its numbers may be summed over any of
-- these but the entity:
--   visibility_pct   = 100 * sum(answers) / sum(executions)
--   market_share_pct = 100 * sum(mentions) / sum(all_mentions)
--   sentiment_score  = sum(sentiment_sum) / sum(judged)
--   avg_rank         = sum(rank_sum) / sum(answers)
--   recommended_pct  = 100 * sum(recommended) / sum(stance_answers)
create or replace view daily_figures as
with executed as (
  select brand, day, engine, country, topic_id, count(*) as executions
  from asked
  group by all
), named as (
  select brand, day, engine, country, topic_id, entity_id, count(*) as answers, cast(sum(count) as bigint) as mentions,
    count(sentiment_score) as judged, sum(cast(sentiment_score as decimal(5, 2))) as sentiment_sum,
    cast(sum(rank) as bigint) as rank_sum, count(stance) as stance_answers,
    count_if(stance = 'recommended') as recommended
  from (select brand, answer_id, entity_id, count, sentiment_score, rank, stance from mentions)
  join asked using (brand, answer_id)
  group by all
), everybody as (
  select brand, day, engine, country, topic_id, cast(sum(mentions) as bigint) as all_mentions
  from named
  group by all
)
select executed.brand, executed.day, executed.engine, executed.country, executed.topic_id, entities.entity_id,
  entities.name, entities.is_our_brand, executed.executions, coalesce(named.answers, 0) as answers,
  coalesce(named.mentions, 0) as mentions, coalesce(everybody.all_mentions, 0) as all_mentions,
  coalesce(named.judged, 0) as judged, coalesce(named.sentiment_sum, 0) as sentiment_sum,
  coalesce(named.rank_sum, 0) as rank_sum, coalesce(named.stance_answers, 0) as stance_answers,
  coalesce(named.recommended, 0) as recommended
from executed
join entities on entities.brand = executed.brand
left join named on (named.brand, named.day, named.engine, named.country, named.entity_id)
    = (executed.brand, executed.day, executed.engine, executed.country, entities.entity_id)
  and named.topic_id is not distinct from executed.topic_id
left join everybody on (everybody.brand, everybody.day, everybody.engine, everybody.country)
    = (executed.brand, executed.day, executed.engine, executed.country)
  and everybody.topic_id is not distinct from executed.topic_id;

-- The rankings of all answers (dimension `all`), and of each `day`, `engine`, `country` and `topic`: a row for each entity
-- that any answer names. A topic’s answers are those of its own prompts, without those of topics below it. Ranks are those
-- of the API for whom the segment names; the API also lists those whom nobody names.
create or replace view rankings as
with sums as (
  select brand, entity_id, any_value(name) as name, any_value(is_our_brand) as is_our_brand,
    case grouping(day, engine, country, topic_id)
      when 7 then 'day' when 11 then 'engine' when 13 then 'country' when 14 then 'topic' else 'all'
    end as dimension,
    coalesce(cast(day as varchar), engine, country, topic_id) as segment,
    cast(sum(executions) as bigint) as executions, cast(sum(answers) as bigint) as answers,
    cast(sum(mentions) as bigint) as mentions, cast(sum(all_mentions) as bigint) as all_mentions,
    cast(sum(judged) as bigint) as judged, sum(sentiment_sum) as sentiment_sum,
    cast(sum(rank_sum) as bigint) as rank_sum, cast(sum(stance_answers) as bigint) as stance_answers,
    cast(sum(recommended) as bigint) as recommended
  from daily_figures
  group by grouping sets (
    (brand, entity_id), (brand, entity_id, day), (brand, entity_id, engine), (brand, entity_id, country),
    (brand, entity_id, topic_id)
  )
), figures as (
  select brand, dimension, segment, entity_id, name, is_our_brand, executions, answers, mentions,
    100.0 * answers / executions as visibility_pct, 100.0 * mentions / nullif(all_mentions, 0) as market_share_pct,
    sentiment_sum / nullif(judged, 0) as sentiment_score, rank_sum / nullif(answers, 0) as avg_rank,
    100.0 * recommended / nullif(stance_answers, 0) as recommended_pct, stance_answers
  from sums
)
select brand, dimension, segment,
  row_number() over (
    partition by brand, dimension, segment
    order by visibility_pct desc, market_share_pct desc nulls last, avg_rank nulls last, name, entity_id
  ) as rank,
  * exclude (brand, dimension, segment)
from figures;

-- What answers cite, by site and by page: as citations/domains and citations have it.
create or replace view cited as
select asked.*, citation_id, url, domain, owner_type, owner_id, executed_at
from (select brand, answer_id, citation_id, url, domain, owner_type, owner_id, executed_at from citations)
join asked using (brand, answer_id);

create or replace view cited_domains as
select brand, domain, arg_max(owner_type, executed_at) as owner_type, arg_max(owner_id, executed_at) as owner_id,
  count(*) as citation_count, count(distinct answer_id) as answer_count, count(distinct citation_id) as page_count,
  100.0 * count(distinct answer_id) / any_value(executions) as share_of_answers_pct
from cited
join (select brand, count(*) as executions from asked group by brand) using (brand)
group by brand, domain;

create or replace view cited_pages as
select brand, citation_id, max(url) as url, arg_max(domain, (executed_at, domain)) as domain,
  arg_max(owner_type, (executed_at, domain)) as owner_type, count(*) as citation_count,
  min(executed_at) as first_cited_at, max(executed_at) as last_cited_at
from cited
group by brand, citation_id;

-- Visits of AI bots by day: as crawler/logs has them.
create or replace view daily_visits as
select brand, cast(ts at time zone 'UTC' as date) as day, bot_category, bot_name, count(*) as visits
from visits
group by all;

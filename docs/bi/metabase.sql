-- Questions for Metabase: create a SQL question from each query. `brand` is a text variable, `start` and `end` are
-- date variables. Weeks start on Monday (UTC).

-- Question: Visibility per week, with intervals
select figures.week, figures.answers, figures.visibility_pct,
  weekly_intervals.visibility_pct_low as low, weekly_intervals.visibility_pct_high as high,
  weekly_intervals.visibility_pct_others_low as others_low, weekly_intervals.visibility_pct_others_high as others_high
from (
  select brand, entity_id, cast(date_trunc('week', day) as date) as week, sum(executions) as answers,
    100.0 * sum(answers) / sum(executions) as visibility_pct
  from daily_figures
  where brand = {{brand}} and is_our_brand [[and day >= {{start}}]] [[and day <= {{end}}]]
  group by all
) figures
left join weekly_intervals using (brand, entity_id, week)
order by figures.week;

-- Question: Share of voice
select name, 100.0 * sum(mentions) / nullif(sum(all_mentions), 0) as market_share_pct
from daily_figures
where brand = {{brand}} [[and day >= {{start}}]] [[and day <= {{end}}]]
group by entity_id, name
order by market_share_pct desc nulls last, name;

-- Question: Citations by domain
select domain, arg_max(owner_type, executed_at) as owner, count(*) as citations,
  count(distinct answer_id) as citing_answers,
  100.0 * count(distinct answer_id) / (
    select count(*) from asked where brand = {{brand}} [[and day >= {{start}}]] [[and day <= {{end}}]]
  ) as share_of_answers_pct
from cited
where brand = {{brand}} [[and day >= {{start}}]] [[and day <= {{end}}]]
group by domain
order by citing_answers desc, citations desc, domain;

-- Question: AI bot visits per week
select cast(date_trunc('week', day) as date) as week, bot_name, sum(visits) as visits
from daily_visits
where brand = {{brand}} [[and day >= {{start}}]] [[and day <= {{end}}]]
group by all
order by week, bot_name;

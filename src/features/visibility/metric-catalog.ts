/** Minimum data for a topic's figures. */
export const enoughData = { prompts: 2, citations: 5 }

/**
 * Descriptions of the API's figures, for their fields and for the introduction of the reference. An entity is
 * the brand or an active competitor.
 */
export const metricCatalog = {
  executions: 'Answers that match the filters.',
  asked: 'Number of answers plus the number of times the engine showed none.',
  shown_pct: '100 × executions / asked: how often the engine showed an answer.',
  coverage_pct:
    '100 × planned answers with a result (an answer, or none shown) / answers planned by now. Null if none were planned, as for imported answers. If it is low, a drop in figures can be an outage.',
  visibility_pct: '100 × answers that mention the entity / all answers.',
  market_share_pct:
    'Share of voice: 100 × mentions of the entity / mentions of all active entities. Null without mentions.',
  sentiment_score:
    'Sentiment towards the entity, from 0 to 100 (50 is neutral): of one answer, or the mean over answers that judge it. Null if none does.',
  avg_rank:
    'Average position: mean rank of the entity’s first mention among the active entities, over answers that mention it.',
  rank: 'Rank by visibility, then share of voice, average position (smaller first), name and id. 1 is first.',
  brand_rank:
    'Rank of the brand’s first mention among the active entities of one answer. Null if the answer does not mention it.',
  rank_change: 'Previous rank minus current rank. Positive: the entity climbed.',
  visibility_delta: 'visibility_pct minus that of the previous period, both as shown, in percentage points.',
  market_share_delta:
    'market_share_pct minus that of the previous period, both as shown, in percentage points.',
  leader: 'Name of the entity that ranks first: the brand or a competitor. Null without mentions.',
  top_competitors: 'The highest-ranked competitors. Their ranks count the brand.',
  previous_visibility_pct: 'visibility_pct of the brand in the previous window of the same length.',
  visibility_delta_pts: 'visibility_pct minus previous_visibility_pct, both as shown, in percentage points.',
  top_competitor_visibility_pct: 'visibility_pct of the highest-ranked competitor.',
  gap_pts:
    'top_competitor_visibility_pct minus visibility_pct, both as shown, in percentage points. Positive: the competitor leads.',
  our_rank: 'Rank of the brand. Null without a mention.',
  max_rank: 'Number of mentioned entities. Null without answers.',
  prompt_count: 'Prompts with answers in the window.',
  citation_count: 'Citations: pairs of a page and an answer that cites it.',
  answer_count: 'Answers that cite any page of the site.',
  page_count: 'Cited pages of the site.',
  share_of_answers_pct: '100 × answers that cite the page or site / all answers. Null without answers.',
  open_content_actions: 'Open content opportunities.',
  open_task_count: 'Open opportunities of any kind.',
  prompts_like_these:
    '95% interval for other prompts of this kind on other days: why two tools differ. Null with a reason.',
  these_prompts:
    '95% interval for exactly these prompts on other days: why two runs differ. Null with a reason.',
  lead: 'The lead of the brand over this competitor or the reverse: the visibility gap, its 95% intervals and whether it is statistically significant. Null in the brand’s row.',
  matched_change:
    'Change of the figure for the same prompts on the same engines in the same markets, with its 95% interval. Null with fewer than 5 such prompts, or if nothing varies.',
  p_value:
    'Probability of a matched change at least this large if nothing has changed: two-sided t-test over prompts and days. Null if not tested.',
  verdict:
    '`up` and `down`: a real change, tested with the whole list (Benjamini and Hochberg; see meta.fdr); `no_detectable_change`; `not_comparable`: fewer than 5 prompts have answers on the same engine in the same market in both periods, or a period has no answers.',
  explained:
    'The parts of the change in percentage points, which sum to it: real (same prompts on the same engines in the same markets), model_change (the same, on engines that served a different model; a coincidence in time, not a proven cause), prompts_added, prompts_removed, run_counts (prompts run more or less often), market_mix and engine_mix (markets or engines planned in other proportions), outage (answers collected in other proportions than planned).',
  drivers:
    'Segments that moved visibility by at least half a point more than the rest, biggest first: engines, markets, topics, prompts, and sites or competitors that appear in more or fewer answers (coincidence in time, not a proven cause). Empty by dimension, without an up or down verdict, or if nothing stands out.',
  has_enough_data: `Whether there are at least ${enoughData.prompts} prompts with answers and ${enoughData.citations} citations.`,
} as const

const metricList = Object.entries(metricCatalog)
  .map(([name, meaning]) => `- \`${name}\`: ${meaning}`)
  .join('\n')

export const metricsIntroduction = `**Metrics**, over the answers that match the filters. An entity is the brand or an active competitor of any relation:

${metricList}

If the engine showed no answer or the provider returned none, there is no execution. Only \`asked\`, \`shown_pct\` and \`coverage_pct\` count such cases.

Figures are rounded to 2 decimals at the very end. A delta or gap is the difference of the two figures as shown. Without
answers every figure is null. Without a mention, an entity’s visibility and share of voice are 0, and its sentiment and
average position are null.`

/** The least that a topic's figures should stand on. */
export const enoughData = { prompts: 2, citations: 5 }

/**
 * What each figure of the API means. The reference explains them once, by these texts, and they are the descriptions of
 * the fields that show them. An entity is the brand or one of its active competitors.
 */
export const metricCatalog = {
  executions: 'Answers counted: those that the filters leave',
  asked:
    'How often the engine was asked and said something or showed no answer: executions, and those without one',
  shown_pct: '100 × executions / asked: how often the engine showed an answer at all',
  coverage_pct:
    '100 × questions that were planned to be asked by now and were answered, or to which the engine showed no answer / all that were planned to be asked by now; null where nothing was planned, as for imported answers. Where it is low, figures stand on what is left: a fall of them may be an outage',
  visibility_pct: '100 × answers naming the entity at least once / all answers',
  market_share_pct:
    '100 × mentions of the entity / mentions of all active entities; null where nobody is mentioned',
  sentiment_score:
    'Sentiment towards the entity, 0 to 100, 50 neutral: of one answer, or the mean over the answers naming it',
  avg_rank:
    'Mean, over the answers naming the entity, of its place by first mention among the active entities',
  rank: 'Place by visibility, then market share, then average rank (smaller first), then name, then id; 1 is first',
  brand_rank:
    'The brand’s place by first mention among the active entities of one answer; null where it is not named',
  rank_change: 'The rank in the period before less the present one: positive means climbed',
  visibility_delta: 'visibility_pct less that of the period before, both as shown, in percentage points',
  market_share_delta: 'market_share_pct less that of the period before, both as shown, in percentage points',
  leader: 'Name of who ranks first, the brand or a competitor; null where nobody is named',
  top_competitors: 'The competitors that rank first; never the brand, but their ranks count it',
  previous_visibility_pct: 'visibility_pct of the brand in the equally long window before',
  visibility_delta_pts: 'visibility_pct less previous_visibility_pct, both as shown, in percentage points',
  top_competitor_visibility_pct: 'visibility_pct of the competitor that ranks first',
  gap_pts:
    'top_competitor_visibility_pct less visibility_pct, both as shown, in percentage points: positive means the competitor leads',
  our_rank: 'Rank of the brand; null where it is not named',
  max_rank: 'Entities that are named; null without answers',
  prompt_count: 'Prompts with answers in the window',
  citation_count:
    'Pairs of a page and an answer that cites it: of one page the answers citing it, of one answer the pages it cites',
  answer_count: 'Answers that cite any of its pages',
  page_count: 'Pages of the site that are cited',
  share_of_answers_pct: '100 × answers that cite it / all answers; null without answers',
  open_content_actions: 'Open content opportunities',
  open_task_count: 'Open opportunities of any kind',
  prompts_like_these:
    'The 95 % interval of a figure where other prompts of this kind are asked on other days: why two tools differ. Null with a reason',
  these_prompts:
    'The 95 % interval of a figure where exactly these prompts are asked on other days: why two runs differ. Null with a reason',
  lead: 'Whether the lead of the brand over this competitor, or of the competitor over the brand, is more than chance: the gap between both visibilities with its 95% intervals. Null on the brand’s own row',
  matched_change:
    'Change of the figure for the same prompts on the same engines in the same markets, with its 95% interval. Null with fewer than 5 such prompts, or if nothing varies',
  p_value:
    'How likely a matched change at least as great is if nothing has changed: two-sided t-test over prompts and days. Null if not tested',
  verdict:
    '`up` and `down`: a real change, judged with the whole list (Benjamini and Hochberg; see meta.fdr); `no_detectable_change`; `not_comparable`: fewer than 5 prompts were asked of the same engine in the same market in both periods, or a period has no answers',
  explained:
    'The parts of the change in percentage points, which sum to it: real (same prompts on the same engines in the same markets), model_change (the same on engines that served another model, which coincides and proves no cause), prompts_added, prompts_removed, run_counts (prompts asked more or less often), market_mix and engine_mix (markets or engines planned in other proportions), outage (answers came in other proportions than planned)',
  drivers:
    'Segments that moved visibility by at least half a point more than the rest, biggest first: engines, markets, topics, prompts, and sites or competitors that appear in more or fewer answers (these coincide, which proves no cause). Empty by dimension, without an up or down verdict, or if nothing stands out',
  has_enough_data: `Whether there are at least ${enoughData.prompts} prompts with answers and ${enoughData.citations} citations`,
} as const

const metricList = Object.entries(metricCatalog)
  .map(([name, meaning]) => `- \`${name}\`: ${meaning}`)
  .join('\n')

/** What the API reference says of all of them. */
export const metricsIntroduction = `**Metrics**, over the answers that the filters leave; an entity is the brand or one of its active competitors, of any relation:

${metricList}

Where an engine showed no answer, or its source gave none, there is no execution: no figure but \`asked\`, \`shown_pct\` and \`coverage_pct\` counts it.

Figures are rounded to 2 decimals at the very end. A delta or gap is the difference of the two figures as shown. Without any
answer every figure is null; for an entity that is not mentioned, visibility and market share are 0, sentiment and average
rank null.`

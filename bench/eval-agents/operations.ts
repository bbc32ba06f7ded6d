import { named, pick, type Question, type Row, whole } from './question.ts'

type Path = readonly [path: string, choose?: (row: Row, at: number) => boolean]

/** A question whose answer is a row of one list, in the text and in the API. */
const rowOf = (
  question: string,
  [tool, given, table]: readonly [string, Record<string, unknown>, string],
  [path, choose = () => true]: Path,
  fields: readonly string[],
): Question => ({
  question,
  calls: [[tool, given]],
  read: (text) => pick((text.rows(table) as never as Row[]).find(choose), ...fields),
  truth: async (api) => pick(((await api(path)).data as never as Row[]).find(choose), ...fields),
})

const sites = ['domain', 'share_of_answers_pct', 'answer_count'] as const
const answers = `executions?engine=chatgpt`
const newest = ['list_executions', { engine: 'ChatGPT', limit: 1 }] as const

/** Sources, next steps, collection, the site, answers and documents. */
export const operationQuestions: readonly Question[] = [
  rowOf('Which site do answers cite most?', ['cited_sources', {}, 'sites'], [`citations/domains?${whole}`], sites),
  rowOf(
    'Which site do answers on Perplexity cite most?',
    ['cited_sources', { engine: 'Perplexity' }, 'sites'],
    [`citations/domains?engine=perplexity&${whole}`],
    sites,
  ),
  rowOf(
    'How often do answers cite our own site?',
    ['cited_sources', {}, 'sites'],
    [`citations/domains?limit=100&${whole}`, ({ domain }) => domain === 'calvenzo.example'],
    sites,
  ),
  rowOf(
    'Which page do answers cite most?',
    ['cited_sources', {}, 'pages'],
    [`citations?${whole}`],
    ['url', 'citation_count'],
  ),
  rowOf(
    'On which cited page are we missing?',
    ['cited_sources', {}, 'missing_from'],
    [`citations/earned-mentions?${whole}`],
    ['url', 'citation_count'],
  ),
  rowOf(
    'What should we do first?',
    ['find_opportunities', {}, 'opportunities'],
    ['opportunities?status=open&sort=priority'],
    ['title', 'expected_reach'],
  ),
  rowOf(
    'Is there an alert?',
    ['find_opportunities', {}, 'alerts'],
    ['visibility/alerts?state=open'],
    ['engine', 'country', 'summary'],
  ),
  rowOf(
    'Which brand that we do not track is in most answers?',
    ['find_opportunities', {}, 'untracked_brands'],
    ['competitors/suggestions?state=open'],
    ['name', 'answers'],
  ),
  rowOf(
    'Which prompt should we add?',
    ['find_opportunities', {}, 'prompts_worth_asking'],
    ['prompts/suggestions'],
    ['text'],
  ),
  rowOf(
    'What is the worst technical issue?',
    ['site_activity', {}, 'issues'],
    ['technical/issues'],
    ['name', 'severity', 'affected_pages'],
  ),
  {
    question: 'Which pages have broken internal links?',
    calls: [['site_activity', { issue_id: 'Broken internal links' }]],
    read: (text) => text.rows('affected_pages').map(({ url }) => url),
    async truth(api) {
      const issue = ((await api('technical/issues')).data as never as Row[]).find(named('Broken internal links'))
      return ((await api(`technical/issues/${issue?.id}`)).data as never as Row[]).map(({ url }) => url)
    },
  },
  {
    question: 'Which AI bot visits us most?',
    calls: [['site_activity', {}]],
    read: (text) => pick(text.rows('bots.bots')[0], 'bot_name', 'visits', 'errors'),
    truth: async (api) =>
      pick(
        ((await api(`crawler/summary?${whole}`)).data as Record<string, Row[]>).bots?.[0],
        'bot_name',
        'visits',
        'errors',
      ),
  },
  {
    question: 'How many bot visits failed?',
    calls: [['site_activity', {}]],
    read: (text) => [text.part('bots.totals', 'errors')],
    truth: async (api) => pick(((await api(`crawler/summary?${whole}`)).data as Row).totals, 'errors'),
  },
  rowOf(
    'How many people come from ChatGPT, and how many of them reach a goal?',
    ['site_activity', {}, 'ai_traffic'],
    [`traffic/summary?${whole}`, ({ engine }) => engine === 'chatgpt'],
    ['visits', 'goals'],
  ),
  rowOf(
    'Which page do people from AI engines visit most?',
    ['site_activity', {}, 'pages_visited'],
    [`traffic/pages?${whole}`],
    ['url', 'visits', 'goals'],
  ),
  {
    question: 'Did we get all planned answers?',
    calls: [['collection_status', {}]],
    read: (text) => ['planned', 'collected', 'failed'].map((name) => text.part('coverage_total', name)),
    truth: async (api) =>
      pick(((await api('collection/coverage')).meta as Row).total, 'planned', 'collected', 'failed'),
  },
  {
    question: 'What did the answers of ChatGPT cost?',
    calls: [['collection_status', {}]],
    read: (text) =>
      pick(
        text.rows('coverage').find(({ engine }) => engine === 'chatgpt'),
        'cost_usd',
      ),
    truth: async (api) =>
      pick(
        ((await api('collection/coverage?group_by=engine')).data as never as Row[]).find(
          ({ engine }) => engine === 'chatgpt',
        ),
        'cost_usd',
      ),
  },
  {
    question: 'How much did we spend this month, and how much of the budget is left?',
    calls: [['collection_status', {}]],
    read: (text) => ['spent_usd', 'remaining_usd'].map((name) => text.part('budget', name)),
    truth: async (api) => pick((await api('collection/spending')).data, 'spent_usd', 'remaining_usd'),
  },
  rowOf(
    'How old is the newest answer of Gemini?',
    ['collection_status', {}, 'engines'],
    ['engines', named('Gemini')],
    ['executions', 'last_executed_at'],
  ),
  {
    question: 'How many prompts and runs do we need to see a change of 5 points?',
    calls: [['collection_status', { points: 5 }]],
    read: (text) => pick(text.rows('sample_sizes_needed')[0], 'best.prompts'),
    async truth(api) {
      const { needed } = (await api(`visibility/sample-size?points=5&${whole}`)).meta as Record<string, Row>
      return pick(needed?.best, 'prompts')
    },
  },
  {
    question: 'Does the newest answer of ChatGPT mention us?',
    calls: [newest],
    read: (text) => pick(text.rows('rows')[0], 'id', 'brand_mentioned'),
    truth: async (api) => pick(((await api(answers)).data as never as Row[])[0], 'id', 'brand_mentioned'),
  },
  {
    question: 'Which sites does the newest answer of ChatGPT cite?',
    calls: [newest],
    next: (text) => ['get_execution', { execution_id: text.rows('rows')[0]?.id }],
    read: (text) => text.rows('data.citations').map(({ domain }) => domain),
    async truth(api) {
      const [row] = (await api(answers)).data as never as Row[]
      const { citations } = (await api(`executions/${row?.id}`)).data as Row
      return (citations as never as Row[]).map(({ domain }) => domain)
    },
  },
  rowOf(
    'What do our documents say about vinegar?',
    ['search_knowledge', { q: 'vinegar' }, 'rows'],
    ['knowledge-documents/search?q=vinegar'],
    ['document_title', 'text'],
  ),
]

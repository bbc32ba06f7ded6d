import { by, isOurs, isRival, named, pick, type Question, type Row, whole } from './question.ts'

const energy = 'What is the most energy efficient espresso machine?'
const rankings = `competitors/rankings?limit=100&${whole}`
const idOf = async (rows: Promise<{ data: never }>, name: string) =>
  ((await rows).data as never as Row[]).find((row) => (row.name ?? row.text) === name)?.id

/** Who is ahead, where, and which prompts are lost. */
export const comparisonQuestions: readonly Question[] = [
  {
    question: 'Who is the most visible competitor?',
    calls: [['compare_competitors', {}]],
    read: (text) => pick(text.rows('competitors')[0], 'name', 'visibility_pct'),
    truth: async (api) => pick(((await api(rankings)).data as never as Row[]).find(isRival), 'name', 'visibility_pct'),
  },
  {
    question: 'What are our rank and visibility?',
    calls: [['compare_competitors', {}]],
    read: (text) => ['rank', 'visibility_pct'].map((name) => text.part('brand', name)),
    truth: async (api) => pick(((await api(rankings)).data as never as Row[]).find(isOurs), 'rank', 'visibility_pct'),
  },
  {
    question: 'Who leads in Germany?',
    calls: [['compare_competitors', {}]],
    read: (text) =>
      pick(
        text.rows('markets').find(({ segment }) => segment === 'DE'),
        'leader',
        'visibility_pct',
      ),
    async truth(api) {
      const { data } = await api(`visibility/segments?dimension=market&${whole}`)
      return pick(
        (data as never as Row[]).find(({ segment }) => segment === 'DE'),
        'leader',
        'visibility_pct',
      )
    },
  },
  {
    question: 'Who leads on Claude, and how visible are we there?',
    calls: [['compare_competitors', {}]],
    read: (text) =>
      pick(
        text.rows('engines').find(({ engine }) => engine === 'claude'),
        'leader',
        'brand.visibility_pct',
      ),
    async truth(api) {
      const { data } = await api(`visibility/engines?${whole}`)
      const row = (data as never as Row[]).find(({ engine }) => engine === 'claude')
      return [row?.leader, (row?.brand as Row | undefined)?.visibility_pct]
    },
  },
  {
    question: 'On which topic do we trail the most, and which competitor leads it?',
    calls: [['compare_competitors', {}]],
    read: (text) => pick(text.rows('topics_behind')[0], 'topic_name', 'top_competitor_name', 'gap_pts'),
    truth: async (api) =>
      pick(
        ((await api('topics/scoreboard')).data as never as Row[]).sort(by('gap_pts'))[0],
        'topic_name',
        'top_competitor_name',
        'gap_pts',
      ),
  },
  {
    question: 'What do answers think of Penhollow & Drake?',
    calls: [['compare_competitors', { competitor: 'Penhollow & Drake' }]],
    read: (text) => pick(text.rows('competitors')[0], 'name', 'sentiment_score'),
    truth: async (api) =>
      pick(((await api(rankings)).data as never as Row[]).find(named('Penhollow & Drake')), 'name', 'sentiment_score'),
  },
  {
    question: 'At which position is Dornbrück mentioned?',
    calls: [['compare_competitors', { competitor: 'dornbruck' }]],
    read: (text) => pick(text.rows('competitors')[0], 'name', 'avg_rank'),
    truth: async (api) =>
      pick(((await api(rankings)).data as never as Row[]).find(named('Dornbrück')), 'name', 'avg_rank'),
  },
  {
    question: 'Who is first in ChatGPT in Germany?',
    calls: [['compare_competitors', { engine: 'chatgpt', country: 'Germany' }]],
    read: (text) => [/\b1\. (.+?) [\d.]+%/.exec(text.headline)?.[1]],
    truth: async (api) => [((await api(`${rankings}&engine=chatgpt&country=DE`)).data as never as Row[])[0]?.name],
  },
  {
    question: 'In how many answers is only Dornbrück mentioned?',
    calls: [['compare_competitors', { competitor: 'Dornbrück' }]],
    read: (text) => [text.value('gap.competitors_only')],
    async truth(api) {
      const id = await idOf(api('competitors?limit=100'), 'Dornbrück')
      return pick((await api(`competitors/gaps?competitor_id=${id}&${whole}`)).data, 'competitors_only')
    },
  },
  {
    question: 'Which site supports Dornbrück where we are not mentioned?',
    calls: [['compare_competitors', { competitor: 'Dornbrück' }]],
    read: (text) => pick(text.rows('gap.domains')[0], 'domain', 'gap_answers'),
    async truth(api) {
      const id = await idOf(api('competitors?limit=100'), 'Dornbrück')
      const { domains } = (await api(`competitors/gaps?competitor_id=${id}&${whole}`)).data as Row
      return pick((domains as never as Row[])[0], 'domain', 'gap_answers')
    },
  },
  {
    question: 'How sure is our visibility figure?',
    calls: [['visibility_report', {}]],
    read: (text) => pick(text.rows('brand')[0], 'visibility_pct.value', 'visibility_pct.prompts_like_these'),
    async truth(api) {
      const ours = ((await api(`visibility/intervals?limit=100&${whole}`)).data as never as Row[]).find(isOurs)
      const { value, prompts_like_these: at } = (ours?.visibility_pct ?? {}) as Record<string, Row | undefined>
      return [value, `${at?.low} to ${at?.high}`]
    },
  },
  {
    question: 'Is our lead over Plinth real?',
    calls: [['visibility_report', {}]],
    read: (text) => pick(text.rows('competitors').find(named('Plinth')), 'lead.value', 'lead.is_real'),
    async truth(api) {
      const row = ((await api(`visibility/intervals?limit=100&${whole}`)).data as never as Row[]).find(named('Plinth'))
      return pick(row?.lead, 'value', 'is_real')
    },
  },
  {
    question: 'How did our visibility develop by month?',
    calls: [['list_visibility_trend', { interval: 'month', start_date: '2026-09-01', end_date: '2026-10-31' }]],
    read: (text) =>
      [...(text.rows('rows').find(named('Calvenzo'))?.points ?? '').matchAll(/visibility_pct ([\d.]+)/g)].map(
        ([, value]) => value,
      ),
    async truth(api) {
      const { data } = await api('visibility/trend?interval=month&start_date=2026-09-01&end_date=2026-10-31')
      const { points = [] as never } = (data as never as Row[]).find(isOurs) ?? {}
      return (points as Row[]).map(({ visibility_pct }) => visibility_pct)
    },
  },
  {
    question: 'Which prompt do we lose most often?',
    calls: [['why_not_named', {}]],
    read: (text) => pick(text.rows('prompts')[0], 'text', 'competitors_only'),
    truth: async (api) =>
      pick(
        (((await api(`competitors/gaps?${whole}`)).data as Row).prompts as never as Row[])[0],
        'text',
        'competitors_only',
      ),
  },
  {
    question: 'How many answers mention competitors but not us?',
    calls: [['why_not_named', {}]],
    read: (text) => [text.value('competitors_only'), text.value('executions')],
    truth: async (api) => pick((await api(`competitors/gaps?${whole}`)).data, 'competitors_only', 'executions'),
  },
  {
    question: 'Which engine leaves us out most often?',
    calls: [['why_not_named', {}]],
    read: (text) =>
      pick((text.rows('engines') as never as Row[]).toSorted(by('competitors_only'))[0], 'engine', 'competitors_only'),
    truth: async (api) =>
      pick(
        (((await api(`competitors/gaps?${whole}`)).data as Row).engines as never as Row[]).toSorted(
          by('competitors_only'),
        )[0],
        'engine',
        'competitors_only',
      ),
  },
  {
    question: 'Which site do answers cite that leave us out?',
    calls: [['why_not_named', {}]],
    read: (text) => pick(text.rows('sources_of_gap')[0], 'domain', 'gap_answers'),
    truth: async (api) =>
      pick(
        (((await api(`competitors/gaps?${whole}`)).data as Row).domains as never as Row[])[0],
        'domain',
        'gap_answers',
      ),
  },
  {
    question: 'Which prompt do we lose in France?',
    calls: [['why_not_named', { country: 'France' }]],
    read: (text) => pick(text.rows('prompts')[0], 'text', 'competitors_only'),
    truth: async (api) =>
      pick(
        (((await api(`competitors/gaps?country=FR&${whole}`)).data as Row).prompts as never as Row[])[0],
        'text',
        'competitors_only',
      ),
  },
  {
    question: 'Who is mentioned instead of us for the energy efficient machine?',
    calls: [['why_not_named', { prompt_id: 'most energy efficient' }]],
    read: (text) => pick(text.rows('named_instead')[0], 'name', 'visibility_pct'),
    async truth(api) {
      const id = await idOf(api('prompts?limit=100'), energy)
      const { rankings: rows } = (await api(`prompts/${id}?${whole}`)).data as Row
      return pick((rows as never as Row[]).find(isRival), 'name', 'visibility_pct')
    },
  },
  {
    question: 'Which sources do answers about the energy efficient machine use?',
    calls: [['why_not_named', { prompt_id: energy }]],
    read: (text) => text.rows('sources_of_prompt').map(({ domain }) => domain),
    async truth(api) {
      const id = await idOf(api('prompts?limit=100'), energy)
      return ((await api(`citations/domains?prompt_id=${id}&limit=5&${whole}`)).data as never as Row[]).map(
        ({ domain }) => domain,
      )
    },
  },
  {
    question: 'How many prompts do we track, and how many of them are for buyers with high intent?',
    calls: [
      ['list_prompts', { limit: 1 }],
      ['list_prompts', { limit: 1, tag_id: 'high intent' }],
    ],
    read: (text) => [text.part('meta', 'total')],
    async truth(api) {
      const id = await idOf(api('tags?limit=100'), 'high intent')
      return pick((await api(`prompts?limit=1&tag_id=${id}`)).meta, 'total')
    },
  },
]

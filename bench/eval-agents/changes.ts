import {
  by,
  inOctober,
  isOurs,
  isRival,
  named,
  october,
  pick,
  type Question,
  type Row,
  range,
  whole,
} from './question.ts'

const changes = 'visibility/changes?limit=100'
const us = 'Calvenzo'
const shown = ['name', 'change', 'matched_change', 'verdict']
const withRange = (row: Row | undefined) => [row?.name, row?.change, range(row?.matched_change ?? null), row?.verdict]

/** Who changed, by how much, whether it is real, and why. */
export const changeQuestions: readonly Question[] = [
  {
    question: 'Which competitor gained most in ChatGPT in Germany in October?',
    calls: [['what_changed', { engine: 'ChatGPT', country: 'Germany', ...october }]],
    read: (text) =>
      pick(
        text.rows('changes').find(({ name }) => name !== us),
        ...shown,
      ),
    async truth(api) {
      const { data } = await api(`${changes}&engine=chatgpt&country=DE&${inOctober}`)
      return withRange((data as never as Row[]).filter(isRival).sort(by('change'))[0])
    },
  },
  {
    question: 'Which competitor lost most in ChatGPT in Germany in October?',
    calls: [['what_changed', { engine: 'ChatGPT', country: 'de', ...october }]],
    read: (text) =>
      pick(
        text.rows('changes').findLast(({ name }) => name !== us),
        ...shown,
      ),
    async truth(api) {
      const { data } = await api(`${changes}&engine=chatgpt&country=DE&${inOctober}`)
      return withRange((data as never as Row[]).filter(isRival).sort(by('change', 1))[0])
    },
  },
  {
    question: 'Did our visibility really change in the last 30 days?',
    calls: [['what_changed', {}]],
    read: (text) => pick(text.rows('changes').find(named(us)), ...shown),
    truth: async (api) => withRange(((await api(`${changes}&${whole}`)).data as never as Row[]).find(isOurs)),
  },
  {
    question: 'How did Yuvenka change in the UK?',
    calls: [['what_changed', { competitor: 'Yuvenka', country: 'UK' }]],
    read: (text) => pick(text.rows('changes')[0], ...shown),
    truth: async (api) =>
      withRange(((await api(`${changes}&country=GB&${whole}`)).data as never as Row[]).find(named('Yuvenka'))),
  },
  {
    question: 'Who gained most on Perplexity?',
    calls: [['what_changed', { engine: 'Perplexity' }]],
    read: (text) => pick(text.rows('changes')[0], ...shown),
    truth: async (api) =>
      withRange(((await api(`${changes}&engine=perplexity&${whole}`)).data as never as Row[]).sort(by('change'))[0]),
  },
  {
    question: 'On which engine did we gain most?',
    calls: [['what_changed', { dimension: 'engine' }]],
    read: (text) => pick(text.rows('changes').find(named(us)), 'segment', 'change', 'verdict'),
    async truth(api) {
      const { data } = await api(`${changes}&dimension=engine&${whole}`)
      return pick((data as never as Row[]).filter(isOurs).sort(by('change'))[0], 'segment', 'change', 'verdict')
    },
  },
  {
    question: 'In which market did Yuvenka gain most?',
    calls: [['what_changed', { dimension: 'market', competitor: 'yuvenka' }]],
    read: (text) => pick(text.rows('changes')[0], 'segment', 'change', 'verdict'),
    async truth(api) {
      const { data } = await api(`${changes}&dimension=market&${whole}`)
      const rows = (data as never as Row[]).filter(named('Yuvenka')).sort(by('change'))
      return pick(rows[0], 'segment', 'change', 'verdict')
    },
  },
  {
    question: 'On which topic did we lose most, or gain least?',
    calls: [['what_changed', { dimension: 'topic' }]],
    read: (text) => pick(text.rows('changes').findLast(named(us)), 'segment', 'change', 'verdict'),
    async truth(api) {
      const { data } = await api(`${changes}&dimension=topic&${whole}`)
      return pick((data as never as Row[]).filter(isOurs).sort(by('change', 1))[0], 'segment', 'change', 'verdict')
    },
  },
  {
    question: 'Whose visibility really changed in the US on ChatGPT?',
    calls: [['what_changed', { country: 'USA', engine: 'ChatGPT' }]],
    read: (text) =>
      text
        .rows('changes')
        .filter(isReal)
        .map(({ name }) => name),
    async truth(api) {
      const { data } = await api(`${changes}&country=US&engine=chatgpt&${whole}`)
      return (data as never as Row[])
        .filter(isReal)
        .sort(by('change'))
        .map(({ name }) => name)
    },
  },
  {
    question: 'Why did Yuvenka gain in ChatGPT in the US?',
    calls: [['what_changed', { country: 'US', engine: 'ChatGPT', competitor: 'Yuvenka' }]],
    read: (text) => [/\. Yuvenka: (.+)$/.exec(text.headline)?.[1]],
    async truth(api) {
      const { data } = await api(`${changes}&country=US&engine=chatgpt&${whole}`)
      return pick((data as never as Row[]).find(named('Yuvenka')), 'cause')
    },
  },
  {
    question: 'How much of our change is real, and how much comes from the plan?',
    calls: [['what_changed', october]],
    read: (text) => pick(text.rows('parts_of_change')[0], 'real', 'run_counts', 'market_mix', 'engine_mix'),
    async truth(api) {
      const ours = ((await api(`${changes}&${inOctober}`)).data as never as Row[]).find(isOurs)
      return pick(ours?.explained, 'real', 'run_counts', 'market_mix', 'engine_mix')
    },
  },
  {
    question: 'How did we change on prompts with high intent in October?',
    calls: [['what_changed', { tag_id: 'high intent', ...october }]],
    read: (text) => pick(text.rows('changes').find(named(us)), ...shown),
    async truth(api) {
      const tag = ((await api('tags?limit=100')).data as never as Row[]).find(named('high intent'))
      return withRange(((await api(`${changes}&tag_id=${tag?.id}&${inOctober}`)).data as never as Row[]).find(isOurs))
    },
  },
  {
    question: 'Did we change on grinders?',
    calls: [['what_changed', { topic_id: 'grinders' }]],
    read: (text) => pick(text.rows('changes').find(named(us)), ...shown),
    async truth(api) {
      const topic = ((await api('topics?limit=100')).data as never as Row[]).find(named('Grinders'))
      return withRange(((await api(`${changes}&topic_id=${topic?.id}&${whole}`)).data as never as Row[]).find(isOurs))
    },
  },
  {
    question: 'How do the last 30 days compare with the 30 days that end on September 30?',
    calls: [['what_changed', { previous_start_date: '2026-09-01', previous_end_date: '2026-09-30' }]],
    read: (text) => pick(text.rows('changes').find(named(us)), ...shown),
    async truth(api) {
      const before = 'previous_start_date=2026-09-01&previous_end_date=2026-09-30'
      return withRange(((await api(`${changes}&${before}&${whole}`)).data as never as Row[]).find(isOurs))
    },
  },
  {
    question: 'Did the guides with measurements work?',
    calls: [['experiment_results', {}]],
    read: (text) => pick(text.rows('experiments').find(named('Guides with measurements')), 'verdict', 'effect'),
    async truth(api) {
      const one = ((await api('experiments')).data as never as Row[]).find(named('Guides with measurements'))
      const { data } = await api(`experiments/${one?.id}`)
      return [(data as Row).verdict, range((data as Row).effect ?? null)]
    },
  },
  {
    question: 'What is wrong with the test of the newsletter?',
    calls: [['experiment_results', { experiment_id: 'newsletter to reviewers' }]],
    read: (text) =>
      text
        .rows('experiment.checks')
        .filter(({ status }) => status === 'warning')
        .map(({ name }) => name),
    async truth(api) {
      const one = ((await api('experiments')).data as never as Row[]).find(named('Newsletter to reviewers'))
      const { checks } = (await api(`experiments/${one?.id}`)).data as Row
      return (checks as never as Row[]).filter(({ status }) => status === 'warning').map(({ name }) => name)
    },
  },
]

function isReal({ verdict }: { verdict?: string }) {
  return verdict === 'up' || verdict === 'down'
}

import type { Agent } from './agents.ts'

/** Limits of an agent per question: calls, and total bytes of their results. */
export const maxCalls = 3
export const maxBytes = 8192

interface Question {
  question: string
  /** Makes the calls that answer the question. */
  ask(call: Agent['call']): Promise<unknown>
}

const one =
  (tool: string, given: Record<string, unknown> = {}): Question['ask'] =>
  (call) =>
    call(tool, given)

/** The most common questions of marketers about such data, each with the calls of an agent that has read the tools. */
export const marketersQuestions: readonly Question[] = [
  { question: 'How visible are we in AI answers?', ask: one('visibility_report') },
  { question: 'Did that change since last month, and why?', ask: one('what_changed') },
  { question: 'Who are our strongest competitors, and on which engines?', ask: one('compare_competitors') },
  {
    question: 'What do people get to hear about a competitor where we are not named?',
    async ask(call) {
      const all = await call('compare_competitors')
      const [first] = all.content.competitors as { name: string }[]
      await call('compare_competitors', { competitor: first?.name })
    },
  },
  { question: 'Where are we not named although others are?', ask: one('why_not_named') },
  {
    question: 'Why are we not named for that prompt?',
    async ask(call) {
      const gaps = await call('why_not_named')
      const [widest] = gaps.content.prompts as { prompt_id: string }[]
      await call('why_not_named', { prompt_id: widest?.prompt_id })
    },
  },
  { question: 'Which sources do the engines rely on?', ask: one('cited_sources') },
  { question: 'Where could we win a mention?', ask: one('cited_sources') },
  { question: 'What should we do next?', ask: one('find_opportunities') },
  { question: 'On which topics do we trail?', ask: one('compare_competitors') },
  {
    question: 'What did an engine say about us lately, in its own words?',
    async ask(call) {
      const answers = await call('list_executions', { limit: 5 })
      const [newest] = answers.content.rows as { id: string }[]
      await call('get_execution', { execution_id: newest?.id })
    },
  },
  {
    question: 'Do AI bots read our site, and what keeps them out?',
    ask: one('site_activity'),
  },
]

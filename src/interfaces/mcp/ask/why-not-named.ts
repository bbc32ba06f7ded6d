import { askTool, isOurs, leftOut, metaOf, periodInWords, pick, type Row, rowsOf } from './ask-tool.ts'
import tools from './tools.json' with { type: 'json' }

const shownRivals = 5
const shownSources = 5
const shownAnswers = 5
/** The competitors in the most answers that cite a site. */
const rivalsOfSource = 3

/** Why answers do not mention the brand: for one prompt, or for those with the widest gaps. */
export const whyNotNamed = askTool({
  name: 'why_not_named',
  ...tools.why_not_named,
  async answer({ read, filters: { max_rows, ...filters }, given: { prompt_id } }) {
    const one = prompt_id === undefined ? undefined : { prompt_id: [prompt_id] }
    const shownRows = Number(max_rows ?? 5)
    const found = await read({
      gaps: ['get-mention-gaps', { ...filters, ...one, ...(max_rows === undefined ? {} : { max_rows }) }],
      ...(one === undefined ? {} : readsOfPrompt(filters, prompt_id)),
    })
    const gaps = (found.gaps?.data ?? {}) as Row
    const meta = metaOf(found.gaps)
    const prompt = (found.prompt?.data ?? {}) as Row
    const instead = ((prompt.rankings ?? []) as Row[]).filter((row) => !isOurs(row)).slice(0, shownRivals)
    return {
      digest: [
        found.gaps === undefined ? undefined : gapsInWords(gaps, periodInWords(meta)),
        instead.length === 0 ? undefined : `Mentioned instead: ${instead.map(({ name }) => name).join(', ')}.`,
        one === undefined ? 'For one prompt: call again with its prompt_id.' : undefined,
      ],
      content: {
        ...pick(meta, 'period'),
        ...pick(gaps, 'executions', 'both', 'brand_only', 'competitors_only'),
        prompt: found.prompt && pick(prompt, 'id', 'text', 'topic_name', 'executions', 'visibility_pct', 'avg_rank'),
        prompts: one === undefined ? top(gaps.prompts, shownRows) : undefined,
        prompts_left_out: one === undefined ? leftOut(Number(meta.prompts) - shownRows, 'raise max_rows') : undefined,
        engines: gaps.engines,
        named_instead: instead.map((row) => pick(row, 'name', 'rank', 'visibility_pct', 'avg_rank')),
        sources_of_gap: top(gaps.domains, shownRows).map((row) => sourceRow(row, one === undefined)),
        sources_left_out: leftOut(Number(meta.domains) - shownRows, 'raise max_rows'),
        sources_of_prompt: rowsOf(found.sources).map((row) =>
          pick(row, 'domain', 'share_of_answers_pct', 'answer_count', 'owner'),
        ),
        answers: rowsOf(found.answers).map((row) =>
          pick(row, 'id', 'engine', 'country', 'executed_at', 'brand_mentioned', 'mentioned_competitors'),
        ),
      },
    }
  },
})

const readsOfPrompt = (filters: Row, prompt_id: unknown): Record<string, readonly [string, Row]> => ({
  prompt: ['get-prompt', { ...pick(filters, 'start_date', 'end_date', 'engine', 'country'), prompt_id }],
  sources: ['list-cited-domains', { ...filters, prompt_id: [prompt_id], limit: shownSources }],
  answers: ['list-executions', { ...filters, prompt_id: [prompt_id], limit: shownAnswers }],
})

/** Competitors mentioned where a site is cited, unless the prompt already lists them. */
const sourceRow = (row: Row, withRivals: boolean) => ({
  ...pick(row, 'domain', 'gap_answers', 'brand_answers', 'owner'),
  ...(withRivals
    ? { competitors: top(row.competitors, rivalsOfSource).map((rival) => pick(rival, 'name', 'answers')) }
    : {}),
})

const top = (rows: unknown, count: number) => ((rows ?? []) as Row[]).slice(0, count)

const gapsInWords = ({ executions, competitors_only, both }: Row, period: string) =>
  `${period}: of ${executions} answers, ${competitors_only} mention competitors but not the brand, ${both} mention both.`

import { committedUntil } from '../../../kernel/batches.ts'
import { sql } from '../../../stores/clickhouse-sql.ts'
import { currentRows } from '../../answers/index.ts'
import { inPeriod, openViewOfPrompts } from '../../visibility/index.ts'
import { answerColumns, column, type ExportColumn, named, optionalText, orNull } from '../columns.ts'
import { defineKind } from './kind.ts'
import { namesOf } from './names-of.ts'

const columns: readonly ExportColumn[] = [
  ...answerColumns,
  column('prompt', 'text?', 'Prompt text; null if the prompt was deleted', ({ prompts }) =>
    orNull(named(sql`r.prompt`, prompts, ({ text }) => text)),
  ),
  column('topic', 'text?', 'Topic name, after its parent’s name and a slash', ({ prompts }) =>
    orNull(named(sql`r.prompt`, prompts, ({ topic }) => topic)),
  ),
  column('tags', 'texts', 'Names of the prompt’s tags at export time', ({ prompts }) => {
    const lists = named(sql`r.prompt`, prompts, ({ tags }) => JSON.stringify(tags))
    return sql`JSONExtract(${lists}, 'Array(String)')`
  }),
  column('outcome', 'text', '`answered`, `none_shown`, `failed` or `unreadable`', () => sql`toString(r.outcome)`),
  optionalText('reason', 'Reason for a missing answer; null if unknown'),
  optionalText('answer', 'Original Markdown; null if there is no answer'),
  column('truncated', 'boolean', 'Whether the answer is known to be truncated'),
  column('refused', 'boolean', 'Whether the answer is a refusal'),
  optionalText('model', 'The model that answered; null if unknown'),
  optionalText('requested_model', 'The requested model; null if unknown'),
  optionalText('source', 'The provider; null if unknown'),
  column('surface', 'text', '`api`, `ui` or `unknown`', () => sql`toString(r.surface)`),
  column('search', 'text', 'Web search: `searched`, `not_searched` or `unknown`', () => sql`toString(r.search)`),
  optionalText('location', 'Location of the request, as the provider or the source names it; null if unknown'),
  optionalText('language', 'The requested language; null if unknown'),
  column('replicate', 'integer?', 'Replicate within a run, from 1; null if unknown', () => {
    return sql`nullIf(r.replicate, 0)`
  }),
  column('cost_usd', 'number?', 'Cost in US dollars; null if unknown'),
  column('latency_ms', 'integer?', 'Latency in milliseconds; null if unknown'),
  column('search_queries', 'texts', 'Search queries of the engine'),
]

const stored = sql.raw(
  'seq, answer_id, executed_at, engine, country, prompt, outcome, reason, answer, truncated, refused, model, ' +
    'requested_model, source, surface, search, location, language, replicate, cost_usd, latency_ms, search_queries',
)

export const answers = defineKind({
  summary: 'Answers with their texts: one row per answer',
  scope: 'read:prompts',
  readsTables: ['answers'],
  table: {
    name: 'answers',
    key: ['seq', 'answer_id', 'revision'],
    rowBytes: sql`300 + length(answer) + byteSize(search_queries)`,
  },
  hasPrompts: true,
  columns,
  filters: ['topic_id', 'engine', 'country', 'tag_id', 'tag_match_mode', 'prompt_id', 'outcome'],
  async open(ctx, filters) {
    const view = await openViewOfPrompts(ctx, filters, undefined)
    const { brandId, version, seq } = view.snapshot
    const outcomes = sql`outcome IN ${filters.outcome ?? ['answered']}`
    const condition = sql.and([inPeriod(view.period), view.condition, outcomes])
    return {
      ...(await namesOf(ctx, view)),
      belongs: sql`brand_id = ${brandId} AND revision <= ${version} AND ${committedUntil(seq)} AND (${condition})`,
      rows(chunk, measured) {
        const batches = measured.map((row) => Number(row.seq))
        const [first, last] = [batches[0] ?? 0, batches.at(-1) ?? 0]
        const between = sql`seq >= ${first} AND seq <= ${last}`
        const current = currentRows(view.snapshot, sql`${condition} AND (${chunk})`, between)
        return sql`(SELECT ${stored} FROM ${current} ORDER BY seq, answer_id) AS r`
      },
    }
  },
})

import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { askDuckdb, askDuckdbOf, fileOf, makeExport } from '../../testing/exports/read-export.ts'
import { type Fixture, makeKey, startFixtureApp } from '../../testing/fixture.ts'
import { answersFile, type TestApp } from '../../testing/test-app.ts'
import { askAll } from '../../testing/visibility/ask.ts'
import type { columnTypes } from './columns.ts'
import { exportKindNames, exportKinds } from './kinds/index.ts'

let test: TestApp
let fixture: Fixture
let brandId: string

beforeAll(async () => {
  ;({ test, fixture } = await startFixtureApp())
  brandId = fixture.ids.brand_id?.[0] as string
})

const year = { start_date: '2026-01-01', end_date: '2026-06-15' }
const query = new URLSearchParams(year).toString()

async function exported(kind: string, format: string, more = {}, of = brandId): Promise<Buffer> {
  const made = await makeExport(test, of, { kind, format, ...year, ...more })
  expect(made).toMatchObject({ status: 'completed', problem: null })
  const file = await fileOf(test, fixture.key, of, made.id)
  expect(file.length).toBe(made.bytes)
  return file
}

async function lines(kind: string, more = {}, of = brandId): Promise<Record<string, unknown>[]> {
  const text = (await exported(kind, 'ndjson', more, of)).toString()
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

const listed = async <Row>(path: string, more = '') =>
  (await askAll(test, fixture.key, `/v1/brands/${brandId}/${path}?${query}${more}`, 100)).data as Row[]

interface Execution {
  id: string
  prompt_id: string
  prompt: string
  topic_id: string
  engine: string
  country: string
  model: string | null
  executed_at: string
  brand_rank: number | null
  citation_count: number
}

interface Details {
  answer: string
  search_queries: string[]
  mentions: {
    entity_id: string
    name: string
    rank: number
    count: number
    sentiment_score: number
    stance: string
  }[]
  citations: {
    url: string
    domain: string
    title: string | null
    owner: { type: string; id: string | null }
  }[]
}

const detailsOf = async (id: string) =>
  (await test.get(`/v1/brands/${brandId}/executions/${id}`, fixture.key)).body.data as Details

describe('exported rows', () => {
  it('answers: every answer that the API lists, with its text', async () => {
    const executions = await listed<Execution>('executions')
    const rows = await lines('answers')
    expect(rows.length).toBe(executions.length)
    for (const { id, prompt_id, prompt, topic_id, engine, country, model, executed_at } of executions) {
      const row = rows.find(({ answer_id }) => answer_id === id)
      const { answer, search_queries } = await detailsOf(id)
      expect(row).toMatchObject({ prompt_id, prompt, topic_id, engine, country, model, executed_at })
      expect(row).toMatchObject({ answer, search_queries, outcome: 'answered', tags: ['Red'] })
    }
    expect(new Set(rows.map(({ topic }) => topic))).toEqual(new Set(['Shoes', 'Shoes / Boots', 'Hats']))
  })

  it('mentions and citations: all those of the exported answers', async () => {
    const [mentions, citations] = [await lines('mentions'), await lines('citations')]
    for (const { id } of await listed<Execution>('executions')) {
      const details = await detailsOf(id)
      const named = mentions.filter(({ answer_id }) => answer_id === id)
      expect(
        named.map(({ entity_id, name, rank, count, sentiment_score, stance }) => ({
          ...{ entity_id, name, rank, count, sentiment_score, stance },
        })),
      ).toEqual(
        details.mentions.map(({ entity_id, name, rank, count, sentiment_score, stance }) => ({
          ...{ entity_id, name, rank, count, sentiment_score, stance },
        })),
      )
      expect(named.map((row) => row.is_our_brand)).toEqual(
        details.mentions.map(({ entity_id }) => entity_id === brandId),
      )
      const cited = citations.filter(({ answer_id }) => answer_id === id)
      expect(cited.map(({ url, domain, title }) => ({ url, domain, title }))).toEqual(
        details.citations.map(({ url, domain, title }) => ({ url, domain, title })),
      )
      expect(cited.map((row) => [row.owner_type, row.owner_id])).toEqual(
        details.citations.map(({ owner }) => [owner.type, owner.id]),
      )
    }
    const pages = await listed<{ citation_id: string; citation_count: number }>('citations')
    const counts = Map.groupBy(citations, (row) => row.citation_id)
    expect([...counts].map(([id, rows]) => [id, rows.length]).sort()).toEqual(
      pages.map(({ citation_id, citation_count }) => [citation_id, citation_count]).sort(),
    )
  })

  it('visits: every visit, without IP address, user agent and query string', async () => {
    const rows = await lines('visits')
    const logs = await listed<Record<string, unknown>>('crawler/logs')
    expect(rows.map((row) => row.visit_id).sort()).toEqual(logs.map(({ id }) => id).sort())
    const [row] = rows
    const log = logs.find(({ id }) => id === row?.visit_id)
    const { id: _, ...same } = log ?? {}
    expect(row).toMatchObject(same)
    expect(JSON.stringify(rows)).not.toMatch(/198\.51|Mozilla|from=x/)
  })

  it('visits: none that are past their retention, even if not yet erased', async () => {
    const { config } = test.app.services
    const times = async () => (await lines('visits')).map(({ ts }) => String(ts).slice(0, 10))
    expect(await times()).toContain('2026-05-01')
    Object.assign(config, { VISIT_RETENTION_DAYS: 30 })
    expect(new Set(await times())).toEqual(new Set(['2026-06-01', '2026-06-02']))
    Object.assign(config, { VISIT_RETENTION_DAYS: undefined })
  })

  it('apply the same filters as the API', async () => {
    const topic_id = [fixture.ids.topic_id?.[0] as string]
    for (const [filters, text] of [
      [{ engine: ['chatgpt', 'gemini'] }, '&engine=chatgpt&engine=gemini'],
      [{ country: ['DE'] }, '&country=DE'],
      [{ topic_id }, `&topic_id=${topic_id}`],
      [{ prompt_id: fixture.ids.prompt_id ?? [] }, `&prompt_id=${fixture.ids.prompt_id}`],
      [
        { tag_id: [fixture.ids.tag_id?.[1] as string], tag_match_mode: 'exclude_any' },
        `&tag_id=${fixture.ids.tag_id?.[1]}&tag_match_mode=exclude_any`,
      ],
    ] as const) {
      const executions = await listed<Execution>('executions', text)
      const ids = (await lines('answers', filters)).map(({ answer_id }) => answer_id)
      expect(ids.sort(), text).toEqual(executions.map(({ id }) => id).sort())
      const cited = executions.reduce((sum, { citation_count }) => sum + citation_count, 0)
      expect((await lines('citations', filters)).length, text).toBe(cited)
    }
    const visits = await lines('visits', { crawler: ['GPTBot'] })
    expect(new Set(visits.map(({ bot_name }) => bot_name))).toEqual(new Set(['GPTBot']))
    expect(await lines('answers', { start_date: '2026-01-01', end_date: '2026-01-02' })).toEqual([])
  })
})

describe('a Parquet export', () => {
  it.each(exportKindNames)('of %s has the declared columns and types, even if it has no rows', async (kind) => {
    const types = {
      text: 'VARCHAR',
      'text?': 'VARCHAR',
      texts: 'VARCHAR[]',
      time: 'TIMESTAMP WITH TIME ZONE',
      integer: 'BIGINT',
      'integer?': 'BIGINT',
      number: 'DOUBLE',
      'number?': 'DOUBLE',
      boolean: 'BOOLEAN',
    } satisfies Record<keyof typeof columnTypes, string>
    const declared = exportKinds[kind].columns.map(({ name, type }) => [name, types[type]])
    const empty = { start_date: '2025-01-01', end_date: '2025-01-02' }
    for (const more of [{}, empty]) {
      const file = await exported(kind, 'parquet', more)
      const columns = await askDuckdb(file, 'describe from file')
      expect(columns.map((column) => [column.column_name, column.column_type])).toEqual(declared)
      const [{ rows } = {}] = await askDuckdb(file, 'select count(*)::int as rows from file')
      expect(rows).toBe((await lines(kind, more)).length)
    }
  })

  it('yields the metrics of the API in DuckDB', async () => {
    const file = await exported('mentions', 'parquet')
    const sums = await askDuckdb(
      file,
      `select name, count(distinct answer_id)::int as answers, sum(count)::int as mentions, avg(rank) as avg_rank,
        avg(sentiment_score) as sentiment from file group by name order by name`,
    )
    const ranked = await listed<{
      name: string
      visibility_pct: number
      avg_rank: number | null
      sentiment_score: number | null
    }>('competitors/rankings')
    const [{ answers } = { answers: 0 }] = await askDuckdb<{ answers: number }>(
      await exported('answers', 'parquet'),
      'select count(*)::int as answers from file',
    )
    const seen = ranked.filter(({ avg_rank }) => avg_rank !== null).sort((a, b) => (a.name < b.name ? -1 : 1))
    const rounded = (value: unknown) => Math.round(Number(value) * 100) / 100
    expect(
      sums.map((row) => ({
        name: row.name,
        visibility_pct: rounded((100 * Number(row.answers)) / answers),
        avg_rank: rounded(row.avg_rank),
        sentiment_score: rounded(row.sentiment),
      })),
    ).toEqual(
      seen.map(({ name, visibility_pct, avg_rank, sentiment_score }) => ({
        ...{ name, visibility_pct, avg_rank, sentiment_score },
      })),
    )
  })
})

describe('the documentation of exports', () => {
  it('has a query that returns the visibility of the API', async () => {
    const page = readFileSync(new URL('../../../docs/exports.md', import.meta.url), 'utf8')
    const [, documented = ''] = /```sql\n([\s\S]*?)```/.exec(page) ?? []
    const files = {
      answers: await exported('answers', 'parquet'),
      mentions: await exported('mentions', 'parquet'),
    }
    const found = await askDuckdbOf<{ day: string; visibility_pct: number }>(files, documented)
    const series = await listed<{
      is_our_brand: boolean
      points: { start_date: string; visibility_pct: number | null }[]
    }>('visibility/trend', '&interval=day')
    const own = series.find((one) => one.is_our_brand)
    expect(found.map(({ day, visibility_pct }) => [day.slice(0, 10), visibility_pct])).toEqual(
      own?.points
        .filter(({ visibility_pct }) => visibility_pct !== null)
        .map(({ start_date, visibility_pct }) => [start_date, visibility_pct]),
    )
  })
})

describe('hostile texts in exports', () => {
  const texts = [
    "=cmd|'/c calc'!A0",
    '  +1',
    '\u00a0@SUM(A1)',
    '\t-2',
    'a "quoted", text\r\nwith; lines\tand\u2028separators',
    'emoji \u{1F45F} and \u{10FFFF}',
    `<script>alert(1)</script>${'x'.repeat(300)}`,
    "back\\slash and 'quote' {{y}}",
    '\u202Eevil',
    'before\u0000after',
    '\\N',
    'null',
  ]

  /** As prompts are stored: trimmed and without NUL. */
  const storable = (text: string) => text.replace('\u0000', ' ').trim()
  /** As tags are stored: on one line. */
  const tagOf = (text: string) =>
    storable(text)
      .replace(/[\p{Cc}\u2028]+/gu, ' ')
      .slice(0, 40)
      .trim()

  it('are exported unchanged, except that CSV escapes formulas', async () => {
    const workspace_id = fixture.workspaceId
    const { id } = await test.operate('create-brand', { workspace_id, name: 'Odd', domain: 'odd.example' })
    const answers = texts.map((text, index) => ({
      prompt: storable(text).slice(0, 300),
      engine: 'chatgpt',
      executed_at: `2026-06-01T08:00:${String(index).padStart(2, '0')}Z`,
      answer: text,
      tags: [tagOf(text)],
      search_queries: [text.trim(), 'b'],
    }))
    expect(await test.operate('import-answers', { brand_id: id }, answersFile(answers))).toMatchObject({
      imported: texts.length,
    })
    const rows = await lines('answers', {}, id)
    const stored = new Map(rows.map((row) => [row.executed_at, row]))
    const given = answers.map(({ answer, prompt, tags, search_queries }) => {
      return { answer: answer.trim(), prompt, tags, search_queries }
    })
    const shown = answers.map(({ executed_at }) => {
      const { answer, prompt, tags, search_queries } = stored.get(executed_at.replace('Z', '.000Z')) ?? {}
      return { answer: String(answer).trim(), prompt, tags, search_queries }
    })
    expect(shown).toEqual(given)
    const read = await askDuckdb(
      await exported('answers', 'parquet', {}, id),
      'select answer, prompt, tags, search_queries from file order by executed_at',
    )
    expect(read.map((row) => ({ ...row, answer: String(row.answer).trim() }))).toEqual(given)
    const csv = (await exported('answers', 'csv', {}, id)).toString()
    expect(csv).toContain(`"'=cmd|'/c calc'!A0"`)
    expect(csv).toContain(`"'+1"`)
    expect(csv).toContain(`"'@SUM(A1)"`)
    expect(csv).toContain('"a ""quoted"", text\r\nwith; lines\tand\u2028separators"')
    expect(csv).not.toMatch(/(^|[,\r\n])"[=+\-@]/)
  })
})

const waiting = { kind: 'answers', format: 'csv', filters: '{}', state: 'waiting' } as const

describe('the scopes of exports', () => {
  const create = (key: string, kind: string) =>
    test.send('POST', `/v1/brands/${brandId}/exports`, key, {
      headers: { 'idempotency-key': crypto.randomUUID(), 'content-type': 'application/json' },
      body: JSON.stringify({ kind }),
    })

  it('match those of the reads: a key without them can neither create nor open an export', async () => {
    const key = await makeKey(test, fixture.workspaceId, { scopes: ['read:prompts'] })
    expect((await create(key, 'answers')).status).toBe(200)
    for (const [kind, scope] of [
      ['citations', 'read:citations'],
      ['visits', 'read:website'],
      ['ai_visits', 'read:crawler'],
    ] as const) {
      const refused = await create(key, kind)
      expect(refused.status).toBe(403)
      expect(refused.body.error.message).toContain(scope)
      const made = await makeExport(test, brandId, { kind, ...year })
      const path = `/v1/brands/${brandId}/exports/${made.id}`
      expect((await test.get(`${path}/file`, key)).status).toBe(403)
      expect((await test.get(`${path}/file`, fixture.key)).status).toBe(200)
      const link = await test.send('POST', `${path}/link`, key, {
        headers: { 'idempotency-key': crypto.randomUUID() },
      })
      expect(link.status).toBe(403)
    }
  })

  it.each([
    [{ kind: 'answers', crawler: ['GPTBot'] }, 'crawler'],
    [{ kind: 'visits', engine: ['chatgpt'] }, 'engine'],
    [{ kind: 'mentions', outcome: ['failed'] }, 'outcome'],
    [{ kind: 'answers', engine: ['altavista'] }, 'engine'],
    [{ kind: 'answers', topic_id: [crypto.randomUUID()] }, 'topic_id'],
    [{ kind: 'answers', start_date: '2026-06-02', end_date: '2026-06-01' }, 'start_date'],
    [{ kind: 'passwords' }, 'kind'],
    [{ kind: 'answers', format: 'xlsx' }, 'format'],
  ])('rejects the input %j and names the invalid field', async (input, field) => {
    await expect(test.operate('create-export', { brand_id: brandId, ...input })).rejects.toThrow(field)
  })
})

it('creates no more exports than allowed if many brands start one at the same time', async () => {
  const { db } = test.app.services
  const { id: workspace_id } = await test.operate('create-workspace', { name: 'Busy' })
  const brands: string[] = []
  for (let number = 0; number < 8; number += 1)
    brands.push((await test.operate('create-brand', { workspace_id, name: `Busy ${number}` })).id)
  for (const brand_id of brands.slice(1))
    await db
      .insertInto('exports')
      .values({ id: crypto.randomUUID(), brand_id, ...year, ...waiting, created_at: new Date() })
      .execute()
  const create = (brand_id: string) => test.operate('create-export', { brand_id, kind: 'answers', ...year })
  const refused = await db.transaction().execute(async (holder) => {
    // No export can finish and make room for another.
    await sql`lock table export_parts in exclusive mode`.execute(holder)
    const starts = await db.transaction().execute(async (transaction) => {
      await sql`select from workspaces where id = ${workspace_id} for update`.execute(transaction)
      const all = brands.map((id) => create(id).catch(({ message }) => message as string))
      const blocked = sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
        where wait_event_type = 'Lock' and query like '%workspaces%'`
      await expect.poll(async () => (await blocked.execute(db)).rows[0]?.n).toBeGreaterThan(4)
      return all
    })
    return (await Promise.all(starts)).filter((one) => typeof one === 'string')
  })
  expect(refused).toEqual(Array(5).fill(expect.stringContaining('10 exports are already in progress')))
})

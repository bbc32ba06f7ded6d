import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest'
import { hasProgram, pythonWith, whyMissing } from '../../testing/clients/install-once.ts'
import { runProgram } from '../../testing/clients/run-program.ts'
import { type BiQuery, biFile, biQueries, chartQuery, fillVariables } from '../../testing/exports/bi-files.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { askAll } from '../../testing/visibility/ask.ts'
import { type BuiltFixture, buildFixture } from '../../testing/visibility/build-fixture.ts'
import { fixture, lastDay } from '../../testing/visibility/random-fixture.ts'

/**
 * With this one, answers of every week mention the brand, and names differ. The SQL has no rows for a brand that none
 * mentions.
 */
const seed = 41
const mondays = ['2026-02-02', '2026-02-09', '2026-02-16', '2026-02-23']
const start = mondays[0] as string
const end = '2026-03-01'
const period = `start_date=${start}&end_date=${end}`
const script = new URL('../../../docs/bi/download-week.sh', import.meta.url).pathname
const missing = ['curl', 'jq'].filter((program) => !hasProgram(program, '--version'))

type Row = Record<string, unknown>

let test: TestApp
let built: BuiltFixture
let folder: string
let database: string

beforeAll(async () => {
  test = await startTestApp({ READS_PER_MINUTE: '10000', WRITES_PER_MINUTE: '10000' })
  const [sample] = fc.sample(fixture({ min: 200, max: 300 }), { seed, numRuns: 1 })
  built = await buildFixture(test, sample as Parameters<typeof buildFixture>[1])
  test.setNow(`${lastDay}T23:00:00Z`)
  const visits = ['01/Feb', '02/Feb', '15/Feb', '16/Feb', '01/Mar', '02/Mar'].map(
    (day, index) =>
      `192.0.2.1 - - [${day}/2026:23:30:00 +0000] "GET /${index} HTTP/1.1" 200 5 "-" "${index % 2 === 0 ? 'GPTBot/1.2' : 'ClaudeBot/1.0'}"`,
  )
  await test.operate('import-crawler-logs', { brand_id: built.brand.id }, visits.join('\n'))
  folder = mkdtempSync(join(tmpdir(), 'sightline-bi-'))
  database = join(folder, 'sightline.duckdb')
  if (missing.length > 0) return
  const url = await test.app.http.listen({ port: 0, host: '127.0.0.1' })
  const environment = { URL: url, KEY: built.key, BRAND: built.brand.id, POLL_SECONDS: '0.05' }
  for (const monday of mondays)
    await runProgram('bash', [script, join(folder, 'brand=acme'), monday], folder, environment)
  const views = (biFile('views.sql') + biFile('bi/intervals.sql')).replaceAll("'brand=", `'${folder}/brand=`)
  await inDuckdb({}, (ask) => ask(views))
}, 300_000)

afterAll(async () => {
  rmSync(folder, { recursive: true })
  await test.close()
})

/** DuckDB on the database of views. */
async function inDuckdb<T>(
  options: Record<string, string>,
  use: (ask: (query: string) => Promise<Row[]>) => Promise<T>,
): Promise<T> {
  const instance = await DuckDBInstance.create(database, options)
  const connection = await instance.connect()
  try {
    return await use(async (query) => (await connection.runAndReadAll(query)).getRowObjectsJson() as Row[])
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

/** Queries as a BI tool: read-only, in another directory and time zone, with the setting of Metabase’s driver. */
const askReadOnly = (query: string) =>
  inDuckdb({ access_mode: 'READ_ONLY' }, async (ask) => {
    await ask("set timezone = 'America/New_York'; set old_implicit_casting = true")
    return ask(query)
  })

const listed = async <T = Row>(path: string, more = '') =>
  (await askAll(test, built.key, `/v1/brands/${built.brand.id}/${path}?${more === '' ? period : more}`, 100))
    .data as T[]

interface Trend {
  name: string
  is_our_brand: boolean
  points: (Row & { start_date: string; executions: number; visibility_pct: number | null })[]
}

/** Expects the same rows, with numbers that differ at most by the rounding of the API. */
function expectSame(found: readonly Row[], shown: readonly Row[]): void {
  const texts = (rows: readonly Row[]) =>
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, kindOf(value)])))
  expect(texts(found)).toEqual(texts(shown))
  expect(shown.length).toBeGreaterThan(0)
  found.forEach((row, index) => {
    for (const [key, value] of Object.entries(row)) {
      const other = shown[index]?.[key]
      if (typeof other === 'number')
        expect(Math.abs(Number(value) - other), `${index} ${key}`).toBeLessThan(0.005 + 1e-9)
    }
  })
}

const kindOf = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) ? 'number' : value

const queryOf = (queries: readonly BiQuery[], name: string): BiQuery => {
  const found = queries.find((query) => query.name === name)
  if (found === undefined) throw new Error(`no query ${name}`)
  return found
}

/** The weeks of the brand with answers and their intervals, as the API shows them. */
async function weeksOfApi(): Promise<Row[]> {
  const trend = await listed<Trend>('visibility/trend', `${period}&interval=week`)
  const own = trend.find((row) => row.is_our_brand)?.points.filter(({ executions }) => executions > 0) ?? []
  return Promise.all(
    own.map(async ({ start_date, end_date, executions, visibility_pct }) => {
      const rows = await listed<{ is_our_brand: boolean; visibility_pct: Record<string, Bounds | null> }>(
        'visibility/intervals',
        `start_date=${start_date}&end_date=${end_date}`,
      )
      const figure = rows.find((row) => row.is_our_brand)?.visibility_pct
      const [these, others] = [figure?.these_prompts, figure?.prompts_like_these]
      return {
        ...{ week: start_date, answers: executions, visibility_pct },
        ...{ low: these?.low ?? null, high: these?.high ?? null },
        ...{ others_low: others?.low ?? null, others_high: others?.high ?? null },
      }
    }),
  )
}

interface Bounds {
  low: number
  high: number
}

describe.skipIf(missing.length > 0)('the files for Metabase', () => {
  const questions = biQueries('bi/metabase.sql')
  const ask = (name: string, values: Record<string, string> = {}) =>
    askReadOnly(fillVariables(queryOf(questions, name).sql, { brand: "'acme'", ...values }))

  it('show visibility per week with the intervals of the API', async () => {
    expectSame(await ask('Visibility per week, with intervals'), await weeksOfApi())
  })

  it('show the share of voice of each mentioned entity', async () => {
    const shown = await listed<Row>('competitors/rankings')
    const shares = shown.map(({ name, market_share_pct }) => ({ name, market_share_pct }))
    const byShare = (rows: Row[]) => rows.filter((row) => Number(row.market_share_pct) > 0).sort(byName)
    expectSame(byShare(await ask('Share of voice')), byShare(shares))
  })

  it('show citations by domain, also for a part of the period', async () => {
    const days = { start: "date '2026-02-09'", end: "date '2026-02-20'" }
    for (const [values, query] of [
      [{}, period],
      [days, 'start_date=2026-02-09&end_date=2026-02-20'],
    ] as const)
      expectSame(await ask('Citations by domain', values), await domainsOfApi(query))
  })

  it('show visits of AI bots per week', async () => {
    expectSame(await ask('AI bot visits per week'), await visitsOfApi())
  })

  it('use the variables that the file names', () => {
    const used = new Set(questions.flatMap(({ sql }) => [...sql.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name)))
    expect([...used].sort()).toEqual(['brand', 'end', 'start'])
  })
})

const byName = (first: Row, second: Row) => (String(first.name) < String(second.name) ? -1 : 1)

async function domainsOfApi(query: string): Promise<Row[]> {
  const domains = await listed<Row & { owner: { type: string } }>('citations/domains', query)
  return domains.map(({ domain, owner, citation_count, answer_count, share_of_answers_pct }) => ({
    ...{ domain, owner: owner.type, citations: citation_count, citing_answers: answer_count },
    share_of_answers_pct,
  }))
}

async function visitsOfApi(): Promise<Row[]> {
  const { body } = await test.get(`/v1/brands/${built.brand.id}/crawler/trend?${period}&interval=week`, built.key)
  const { bots } = body.data as {
    bots: { bot_name: string; points: { start_date: string; visits: number }[] }[]
  }
  return bots
    .flatMap(({ bot_name, points }) => points.map(({ start_date, visits }) => ({ week: start_date, bot_name, visits })))
    .filter(({ visits }) => visits > 0)
    .sort((a, b) => (`${a.week} ${a.bot_name}` < `${b.week} ${b.bot_name}` ? -1 : 1))
}

/** The charts of the datasets, each with the rows of the API. */
async function charts(): Promise<{ name: string; query: string; shown: Row[] }[]> {
  const datasets = biQueries('bi/superset.sql')
  const weekOf = (column: string) => ({ week: `cast(date_trunc('week', ${column}) as date)` })
  const [weeks, rankings] = [await weeksOfApi(), await listed<Row>('competitors/rankings')]
  const trend = await listed<Trend>('visibility/trend', `${period}&interval=week`)
  const own = trend.find((row) => row.is_our_brand)?.points ?? []
  const named = rankings.filter(({ visibility_pct }) => Number(visibility_pct) > 0)
  const metricsOf = (row: Row) => ({
    ...{ visibility_pct: row.visibility_pct, market_share_pct: row.market_share_pct },
    ...{ sentiment_score: row.sentiment_score, avg_rank: row.avg_rank, recommended_pct: row.recommended_pct },
  })
  const domains = await domainsOfApi(period)
  return [
    {
      name: 'Figures',
      query: chartQuery(queryOf(datasets, 'Figures'), weekOf('day'), "brand = 'acme' and is_our_brand"),
      shown: own.filter(({ executions }) => executions > 0).map((row) => ({ week: row.start_date, ...metricsOf(row) })),
    },
    {
      name: 'Figures of each entity',
      query: `from (${chartQuery(queryOf(datasets, 'Figures'), { entity: 'entity' }, "brand = 'acme'")}) where visibility_pct > 0`,
      shown: named
        .map((row) => ({ entity: row.name, ...metricsOf(row) }))
        .sort((a, b) => (String(a.entity) < String(b.entity) ? -1 : 1)),
    },
    {
      name: 'Intervals',
      query: chartQuery(queryOf(datasets, 'Intervals'), weekOf('week'), "brand = 'acme' and is_our_brand"),
      shown: weeks.map(({ week, visibility_pct, low, high }) => ({
        ...{ week, visibility_pct, visibility_pct_low: low, visibility_pct_high: high },
      })),
    },
    {
      name: 'Citations',
      query: chartQuery(queryOf(datasets, 'Citations'), { domain: 'domain' }, "brand = 'acme'"),
      shown: domains
        .map(({ domain, citations, citing_answers }) => ({ domain, citations, citing_answers }))
        .sort((a, b) => (String(a.domain) < String(b.domain) ? -1 : 1)),
    },
    {
      name: 'AI bot visits',
      query: chartQuery(
        queryOf(datasets, 'AI bot visits'),
        { ...weekOf('day'), bot_name: 'bot_name' },
        "brand = 'acme'",
      ),
      shown: await visitsOfApi(),
    },
  ]
}

describe.skipIf(missing.length > 0)('the files for Superset', () => {
  it('have datasets whose charts show the figures of the API', async () => {
    for (const { query, shown } of await charts()) expectSame(await askReadOnly(query), shown)
  })

  it('work through SQLAlchemy and duckdb-engine', async (context: TestContext) => {
    const packages = ['duckdb-engine==0.17.0', 'duckdb==1.4.1', 'sqlalchemy==2.0.44', 'pytz==2025.2'] as const
    const reason = await whyMissing(() => pythonWith(...packages))
    if (reason !== undefined) return context.skip(reason)
    const environment = await pythonWith(...packages)
    const all = await charts()
    writeFileSync(join(folder, 'queries.json'), JSON.stringify(all.map(({ query }) => query)))
    const program = new URL('../../testing/exports/ask_sqlalchemy.py', import.meta.url).pathname
    const out = await runProgram(
      join(environment, 'bin/python'),
      [program, database, join(folder, 'queries.json')],
      folder,
    )
    const found = JSON.parse(out) as Row[][]
    for (const [index, { shown }] of all.entries()) expectSame(found[index] ?? [], shown)
  })
})

interface Target {
  url: string
  url_options: { params: { key: string; value: string }[] }
  root_selector: string
  columns: { selector: string; text: string; type: string }[]
}

/** The rows that the Infinity data source shows for a panel: its request, its jq program, and its columns. */
async function panelRows(title: string): Promise<Row[]> {
  const { panels } = JSON.parse(biFile('bi/grafana.json')) as {
    panels: { title: string; targets: Target[] }[]
  }
  const [target] = panels.find((panel) => panel.title === title)?.targets ?? []
  if (target === undefined) throw new Error(`no panel ${title}`)
  const dates: Record<string, string> = { from: start, to: end }
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Grafana’s variables
  const path = target.url.replace('${brand}', built.brand.id)
  const query = new URLSearchParams(
    target.url_options.params.map(({ key, value }) => [
      key,
      value.replace(/\$\{__(from|to):date:YYYY-MM-DD\}/, (_, name) => dates[name] as string),
    ]),
  )
  const { status, text } = await test.get(`${path}?${query}`, built.key)
  expect(status, text).toBe(200)
  writeFileSync(join(folder, 'response.json'), text)
  const out = await runProgram('jq', ['-c', target.root_selector, join(folder, 'response.json')], folder)
  const rows = JSON.parse(out) as Row[]
  for (const row of rows) expect(Object.keys(row)).toEqual(target.columns.map(({ selector }) => selector))
  for (const { selector, type } of target.columns)
    for (const row of rows)
      if (row[selector] !== null)
        expect(type, selector).toBe(
          typeof row[selector] === 'number'
            ? 'number'
            : /^\d{4}-\d\d-\d\d$/.test(String(row[selector]))
              ? 'timestamp'
              : 'string',
        )
  return rows
}

describe.skipIf(missing.length > 0)('the dashboard for Grafana', () => {
  it('shows visibility per week', async () => {
    const rows = await panelRows('Visibility per week')
    const ownName = (await listed<Trend>('visibility/trend')).find((row) => row.is_our_brand)?.name
    const own = (await weeksOfApi()).map(({ week, visibility_pct }) => ({ week, visibility_pct }))
    const found = rows
      .filter((row) => row.entity === ownName && row.visibility_pct !== null)
      .map(({ week, visibility_pct }) => ({ week, visibility_pct }))
    expectSame(found, own)
  })

  it('shows the intervals of the brand per week', async () => {
    const rows = await panelRows('Visibility of the brand per week, with intervals')
    const weeks = (await weeksOfApi()).map(({ answers: _, ...week }) => week)
    expectSame(
      rows.filter(({ visibility_pct }) => visibility_pct !== null),
      weeks,
    )
    expect(weeks.filter(({ low, others_low }) => low !== null && others_low !== null).length).toBeGreaterThan(3)
  })

  it('shows the visibility of the period with both intervals', async () => {
    const shown = await listed<{ name: string; visibility_pct: Record<string, unknown> }>('visibility/intervals')
    expect(await panelRows('Visibility in the period, with intervals')).toEqual(
      shown.map(({ name, visibility_pct: { value, these_prompts, prompts_like_these } }) => {
        const [these, others] = [these_prompts as Bounds | null, prompts_like_these as Bounds | null]
        return {
          ...{ entity: name, value, low: these?.low ?? null, high: these?.high ?? null },
          ...{ others_low: others?.low ?? null, others_high: others?.high ?? null },
        }
      }),
    )
  })

  it('shows the share of voice', async () => {
    expect(await panelRows('Share of voice in the period')).toEqual(
      (await listed<Row>('competitors/rankings')).map(({ name, market_share_pct }) => ({
        entity: name,
        market_share_pct,
      })),
    )
  })

  it('shows citations by domain', async () => {
    expectSame(await panelRows('Citations by domain'), await domainsOfApi(period))
  })

  it('shows visits of AI bots per week', async () => {
    const rows = await panelRows('AI bot visits per week')
    const found = rows
      .filter(({ visits }) => visits !== 0)
      .map(({ week, bot, visits }) => ({ week, bot_name: bot, visits }))
      .sort((a, b) => (`${a.week} ${a.bot_name}` < `${b.week} ${b.bot_name}` ? -1 : 1))
    expectSame(found, await visitsOfApi())
  })
})

it.skipIf(missing.length > 0)('the script leaves only complete files and deletes its exports', async () => {
  const files = mondays.flatMap((monday) => [
    ...['answers', 'citations', 'mentions', 'visits', 'ai_visits', 'experiments'].map(
      (kind) => `${kind}-${monday}.parquet`,
    ),
    `intervals-${monday}.ndjson`,
  ])
  expect(readdirSync(join(folder, 'brand=acme')).sort()).toEqual(files.sort())
  const { body } = await test.get(`/v1/brands/${built.brand.id}/exports`, built.key)
  expect(body.data).toEqual([])
})

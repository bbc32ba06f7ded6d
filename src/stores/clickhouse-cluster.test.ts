import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ClickHouseStore, openClickHouse } from './clickhouse.ts'
import { clusterStatements } from './clickhouse-cluster.ts'
import { sql } from './clickhouse-sql.ts'

/** A server that records its statements and responds with the first matching entry of `answers`. */
let server: Server
let url: string
let asked: { statement: string; settings: URLSearchParams }[]
let answers: [RegExp, () => string][]

/** The engine itself, which checks syntax and names of settings but has no cluster. */
let engine: ClickHouseStore
const directory = mkdtempSync(join(tmpdir(), 'sightline-cluster-'))

const cluster = (hosts: number, unfit: number): [RegExp, () => string] => [
  /FROM system\.clusters/,
  () => JSON.stringify({ hosts, unfit }),
]

beforeAll(async () => {
  engine = await openClickHouse({ directory })
  server = createServer(async (request, response) => {
    const statement = await text(request)
    asked.push({ statement, settings: new URL(request.url as string, 'http://x').searchParams })
    const answer = answers.find(([pattern]) => pattern.test(statement))?.[1]() ?? ''
    response.writeHead(answer.startsWith('Code:') ? 404 : 200).end(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sightline`
})
beforeEach(() => {
  asked = []
  answers = [cluster(4, 0)]
})
afterAll(async () => {
  server.close()
  await engine.close()
  rmSync(directory, { recursive: true, force: true })
})

const onCluster = { name: 'main', database: 'sightline' }
const sentStatements = () => asked.map(({ statement }) => statement)

test('each kind of statement is rewritten for the local tables of every server', () => {
  const create = `-- A comment.
CREATE TABLE IF NOT EXISTS visits (brand_id UUID, at DateTime) ENGINE = ReplacingMergeTree(at)
ORDER BY (brand_id, at) SETTINGS fsync_after_insert = 1`
  expect(clusterStatements(create, onCluster)).toEqual([
    `CREATE TABLE IF NOT EXISTS visits_local ON CLUSTER \`main\` (brand_id UUID, at DateTime) ENGINE = ReplicatedReplacingMergeTree(at)
ORDER BY (brand_id, at) SETTINGS fsync_after_insert = 1`,
    "CREATE TABLE IF NOT EXISTS visits ON CLUSTER `main` AS visits_local ENGINE = Distributed('main', 'sightline', 'visits_local', cityHash64(brand_id))",
  ])
  const forms: [string, string[]][] = [
    ['DELETE FROM visits WHERE a = 1', ['DELETE FROM visits_local ON CLUSTER `main` WHERE a = 1']],
    ['TRUNCATE TABLE visits', ['TRUNCATE TABLE visits_local ON CLUSTER `main`']],
    [
      'DROP TABLE IF EXISTS visits SYNC',
      [
        'DROP TABLE IF EXISTS visits ON CLUSTER `main` SYNC',
        'DROP TABLE IF EXISTS visits_local ON CLUSTER `main` SYNC',
      ],
    ],
    [
      'ALTER TABLE visits DELETE WHERE a = 1 SETTINGS mutations_sync = 2',
      ['ALTER TABLE visits_local ON CLUSTER `main` DELETE WHERE a = 1 SETTINGS mutations_sync = 2'],
    ],
    [
      'ALTER TABLE visits ADD COLUMN IF NOT EXISTS b String',
      [
        'ALTER TABLE visits_local ON CLUSTER `main` ADD COLUMN IF NOT EXISTS b String',
        'ALTER TABLE visits ON CLUSTER `main` ADD COLUMN IF NOT EXISTS b String',
      ],
    ],
    ["INSERT INTO visits VALUES ('a')", ["INSERT INTO visits VALUES ('a')"]],
  ]
  for (const [statement, expected] of forms) expect(clusterStatements(statement, onCluster)).toEqual(expected)
  for (const unknown of ['CREATE MATERIALIZED VIEW v TO t AS SELECT 1', 'DROP TABLE t'])
    expect(() => clusterStatements(unknown, onCluster)).toThrow('no translation for a cluster')
  for (const unfit of ['ENGINE = Memory', 'ENGINE = MergeTree ORDER BY tuple()'])
    expect(() => clusterStatements(`CREATE TABLE IF NOT EXISTS t (a Int8) ${unfit}`, onCluster)).toThrow()
})

test('names cannot end their quoting', () => {
  const [create] = clusterStatements('DELETE FROM t WHERE 1', { name: 'a`; DROP TABLE t', database: 'd' })
  expect(create).toBe('DELETE FROM t_local ON CLUSTER `a\\`; DROP TABLE t` WHERE 1')
})

test('ClickHouse can parse every statement for a new cluster, and knows its settings', async () => {
  const store = await openClickHouse({ url, cluster: 'main' })
  await store.command(sql`DELETE FROM readings WHERE brand_id = ${'b'}`)
  await store.command(sql`ALTER TABLE answers DELETE WHERE brand_id = ${'b'} SETTINGS mutations_sync = 2`)
  await store.command(sql`TRUNCATE TABLE answers`)
  await store.settle('answers')
  await store.detachedParts()
  await store.close()
  const statements = sentStatements()
  const keys = {
    schema_migrations: 'name',
    answers: 'brand_id',
    readings: 'brand_id',
    sentiment_judgements: 'brand_id',
    usage_requests: 'workspace_id',
    usage_days: 'workspace_id',
  }
  for (const [table, key] of Object.entries(keys)) {
    const sharded = `Distributed('main', 'sightline', '${table}_local', cityHash64(${key}))`
    expect(statements.filter((statement) => statement.includes(sharded))).toHaveLength(1)
    expect(statements.join('\n')).toMatch(
      new RegExp(`EXISTS ${table}_local ON CLUSTER \`main\`[^]*?ENGINE = Replicated(Replacing)?MergeTree`),
    )
  }
  for (const statement of statements) {
    const bare = statement.replace(/\s*FORMAT JSONEachRow$/, '')
    await expect(engine.query(sql`SELECT formatQuery(${bare})`)).resolves.toHaveLength(1)
  }
  const notOfTheEngine = ['query_id', 'database', 'wait_end_of_query']
  const settings = asked[0]?.settings as URLSearchParams
  const names = [...settings.keys()].filter((name) => !notOfTheEngine.includes(name))
  const known = await engine.query<{ name: string }>(sql`SELECT name FROM system.settings WHERE name IN ${names}`)
  expect(known.map(({ name }) => name).sort()).toEqual(names.sort())
  expect(Object.fromEntries(settings)).toMatchObject({
    insert_quorum: 'auto',
    distributed_foreground_insert: '1',
    optimize_skip_unused_shards: '1',
    load_balancing: 'in_order',
    async_insert: '0',
  })
})

test('a missing cluster, or one that would store rows several times, is rejected', async () => {
  answers = [cluster(0, 0)]
  await expect(openClickHouse({ url, cluster: 'main' })).rejects.toThrow('no cluster main')
  answers = [cluster(4, 1)]
  await expect(openClickHouse({ url, cluster: 'main' })).rejects.toThrow('internal_replication')
  expect(sentStatements().join('\n')).not.toContain('CREATE')
})

test('a missing database is created on the whole cluster', async () => {
  const made = () => sentStatements().filter((statement) => statement.startsWith('CREATE DATABASE'))
  const missing = 'Code: 81. DB::Exception: Database sightline does not exist. (UNKNOWN_DATABASE)'
  answers = [cluster(1, 0), [/^SELECT 1$/, () => missing]]
  await (await openClickHouse({ url, cluster: 'main' })).close()
  expect(made()).toEqual(['CREATE DATABASE IF NOT EXISTS `sightline` ON CLUSTER `main`'])
  // A missing database cannot be the current one.
  expect(asked.find(({ statement }) => statement === made()[0])?.settings.has('database')).toBe(false)
  asked = []
  answers = [cluster(1, 0)]
  await (await openClickHouse({ url, cluster: 'main' })).close()
  expect(made()).toEqual([])
})

test('settling waits for the inserts in progress, and not for later ones', async () => {
  const store = await openClickHouse({ url })
  const running = [['a', 'b'], ['b'], []]
  answers = [
    [
      /FROM system\.processes/,
      () => (running.shift() ?? ['later']).map((query_id) => JSON.stringify({ query_id })).join('\n'),
    ],
  ]
  asked = []
  await store.settle('answers')
  await store.close()
  const [first, second, third] = sentStatements()
  expect(sentStatements()).toHaveLength(3)
  expect(first).not.toContain('query_id IN')
  expect(second).toContain("query_id IN ['a','b']")
  expect(third).toContain("query_id IN ['b']")
})

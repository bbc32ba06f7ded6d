import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commands } from '../../features.ts'
import type { Operation } from '../../kernel/operation.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { runCommand } from './run-command.ts'

type Row = { id: string; name: string; [field: string]: unknown }

let app: TestApp
let brand: Row
let workspace: Row

beforeAll(async () => {
  app = await startTestApp()
  workspace = await app.operate<Row>('create-workspace', { name: 'First workspace' })
  brand = await app.operate<Row>('create-brand', {
    workspace_id: workspace.id,
    name: 'Anvil & Co',
    domain: 'anvil.test',
  })
})
afterAll(() => app.close())

/** Runs a command as a process does that holds the data directory. @returns its data, or its error message */
async function run(name: string, texts: Record<string, string[]>): Promise<unknown> {
  const operation = commands.find((one) => one.name === name) as Operation
  const command = { name, texts, allRows: true }
  const outcome = await runCommand(app.app.services, operation, command, Readable.from([]), () => {}, commands)
  return 'envelope' in outcome ? outcome.envelope.data : outcome.failure.error.message
}

test('a command takes a workspace’s name, and a brand’s name in any case or its domain', async () => {
  const known = await run('list-brands', { workspace_id: [workspace.id] })
  expect(await run('list-brands', { workspace_id: [workspace.name] })).toEqual(known)
  const topics = await run('list-topics', { brand_id: [brand.id] })
  for (const name of [brand.name.toUpperCase(), 'anvil.test'])
    expect([name, await run('list-topics', { brand_id: [name] })]).toEqual([name, topics])
})

test('a command takes the names of engines, markets, topics and tags of the named brand', async () => {
  const parent = (await app.operate<Row>('create-topic', { brand_id: brand.id, name: 'Named topic' })).id
  const tag = (await app.operate<Row>('create-tag', { brand_id: brand.id, name: 'Named tag' })).id
  const made = await run('create-prompt', {
    brand_id: [brand.name],
    text: ['Which anvil has a name?'],
    topic_id: ['named topic'],
    tag_ids: ['Named Tag'],
    countries: ['Germany', 'uk'],
  })
  expect(made).toMatchObject({ topic_id: parent, countries: ['DE', 'GB'] })
  const named = { engine: ['ChatGPT'], topic_id: ['Named topic'], tag_id: ['named-tag'] }
  const coded = await run('list-prompts', {
    brand_id: [brand.id],
    engine: ['chatgpt'],
    topic_id: [parent],
    tag_id: [tag],
  })
  expect([await run('list-prompts', { brand_id: [brand.name], ...named }), (coded as Row[]).length]).toEqual([coded, 1])
})

test('an empty text and null clear a field instead of naming something', async () => {
  const make = (fields: object) =>
    app.operate<Row>('create-product', { brand_id: brand.id, kind: 'product', ...fields })
  const parent = await make({ name: 'Anvils', kind: 'category' })
  const product = await make({ name: 'Anvil' })
  const move = (to: string) =>
    run('update-product', { brand_id: [brand.id], product_id: ['anvil'], parent_product_id: [to] })
  for (const [to, id] of [
    ['anvils', parent.id],
    ['', null],
    ['Anvils', parent.id],
    ['null', null],
  ] as const)
    expect(await move(to)).toMatchObject({ id: product.id, parent_product_id: id })
})

test('a write takes a whole text of a prompt, and a read also a part', async () => {
  await run('create-prompt', { brand_id: [brand.id], text: ['Which anvil rings the longest?'] })
  const part = { brand_id: [brand.id], prompt_id: ['rings the longest'] }
  expect(await run('get-prompt', part)).toMatchObject({ text: 'Which anvil rings the longest?' })
  expect(await run('delete-prompt', part)).toMatch(
    /^prompt_id: no such name or id: "rings the longest"; the nearest are /,
  )
  expect(await run('get-prompt', part)).toMatchObject({ text: 'Which anvil rings the longest?' })
})

test('names of sources and webhooks are those of the brand’s workspace, or of any', async () => {
  const other = await app.operate<Row>('create-workspace', { name: 'Second workspace' })
  const webhook = { url: 'https://example.com/h', events: ['import.completed'] }
  await app.operate('create-webhook', { workspace_id: other.id, name: 'In one', ...webhook })
  for (const { id } of [workspace, other])
    await app.operate('create-webhook', { workspace_id: id, name: 'In both', ...webhook })
  expect(await run('update-webhook', { webhook_id: ['in one'], is_active: ['false'] })).toMatchObject({
    name: 'In one',
  })
  expect(await run('update-webhook', { webhook_id: ['In both'], is_active: ['false'] })).toMatch(
    /^webhook_id: several match "In both"; use an id: In both \(.+\), In both \(/,
  )
  const source = { kind: 'openai', name: 'Source in both', model: 'gpt-5', api_key: 'sk-test' }
  for (const { id } of [workspace, other]) {
    await app.operate('create-brand', { workspace_id: id, name: `Only in ${id}` })
    await app.operate('create-source', { workspace_id: id, ...source })
  }
  const plan = { engine: ['chatgpt'], source_id: [source.name], countries: ['US'] }
  expect(await run('set-collection', { brand_id: [`Only in ${other.id}`], ...plan })).toMatchObject({
    engine: 'chatgpt',
    source_id: expect.any(String),
  })
})

test('a brand’s name that matches nothing, or several brands, is an error with the nearest or all of them', async () => {
  const missing = await run('list-topics', { brand_id: [`${brand.name}x`] })
  expect(missing).toMatch(/^brand_id: no such name or id: /)
  expect(missing).toContain(`${brand.name} (${brand.id})`)
  const other = await app.operate<Row>('create-workspace', { name: 'Third workspace' })
  const twin = await app.operate<Row>('create-brand', { workspace_id: other.id, name: brand.name })
  const several = await run('list-topics', { brand_id: [brand.name] })
  expect(several).toMatch(/^brand_id: several match ".+"; use an id: /)
  for (const id of [brand.id, twin.id]) expect(several).toContain(id)
})

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Revision, type ToolResult, toolResultOf } from '../../testing/agents.ts'
import { longTest } from '../../testing/forms.ts'
import { installWithBrand } from '../../testing/installations.ts'
import { answer, cli, type Installation, type MadeBrand } from '../../testing/processes.ts'

// `sightline mcp` as agents run it: a separate process, with the SDK's client on its standard streams.

let sightline: Installation
let brand: MadeBrand
const clients: Client[] = []

beforeEach(async () => {
  ;({ installation: sightline, brand } = await installWithBrand())
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()))
  await sightline.remove()
})

async function connect(words: string[] = [], revision: Revision = '2026-07-28'): Promise<Client> {
  const mode = revision === '2025-11-25' ? 'legacy' : { pin: revision }
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  clients.push(client)
  const args = [cli, 'mcp', '--data-dir', sightline.directory, ...words]
  const env = { ...(process.env as Record<string, string>), UV_THREADPOOL_SIZE: '8', BOT_RANGES: 'ignore' }
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }))
  return client
}

async function call(client: Client, name: string, given: Record<string, unknown> = {}): Promise<ToolResult> {
  return toolResultOf(await client.callTool({ name, arguments: given }))
}

const january = { start_date: '2026-01-01', end_date: '2026-01-31' }

function writeAnswers(): string {
  const file = join(sightline.directory, 'answers.jsonl')
  writeFileSync(file, Array.from({ length: 20 }, (_, number) => JSON.stringify(answer(number))).join('\n'))
  return file
}

longTest('without a server, an agent gets answers, and a server finds the same data afterwards', async () => {
  await sightline.data('import-answers', '--brand-id', brand.brandId, '--file', writeAnswers())
  const client = await connect()
  const { content } = await call(client, 'visibility_report', january)
  const { content: all } = await call(client, 'list_prompts', january)
  await client.close()
  const server = await sightline.startServer()
  const v1 = async (path: string) => {
    const query = new URLSearchParams(january)
    const headers = { authorization: `Bearer ${brand.secret}` }
    const response = await fetch(`${server.url}/v1/brands/${brand.brandId}/${path}?${query}`, { headers })
    return (await response.json()) as { data: Record<string, unknown>[] }
  }
  const figures = await v1('visibility/intervals')
  expect(figures.data.find(({ is_our_brand }) => is_our_brand)).toMatchObject(content.brand)
  expect((content.brand as { visibility_pct: { value: number } }).visibility_pct.value).toBe(100)
  expect((await v1('prompts')).data).toMatchObject(all.rows)
  expect((all.rows as unknown[]).length).toBe(10)
})

longTest('next to a running server, an agent gets answers from it, page by page', async () => {
  await sightline.startServer()
  await sightline.operate('import-answers', { brand_id: brand.brandId }, writeAnswers())
  const client = await connect([], '2025-11-25')
  const first = await call(client, 'list_executions', { ...january, limit: 15 })
  const cursor = first.content.next_cursor
  const second = await call(client, 'list_executions', { ...january, limit: 15, cursor })
  expect([first, second].map((page) => (page.content.rows as unknown[]).length)).toEqual([15, 5])
})

longTest('the tools are those of the API, and all are read-only', async () => {
  const few = (await (await connect()).listTools()).tools
  expect(few).toHaveLength(15)
  const client = await connect(['--toolset', 'all'])
  const { tools } = await client.listTools()
  expect(tools.length).toBeGreaterThan(few.length)
  expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([])
  const refused = await call(client, 'create_competitor', { name: 'Other', primary_url: 'https://other.com' })
  expect(refused.content.error).toMatchObject({ code: 'insufficient_scope' })
  const { content } = await call(client, 'list_brands')
  expect(content.rows).toMatchObject([{ id: brand.brandId, name: 'Acme' }])
})

longTest('an agent stays within one workspace, which must be named if there are several', async () => {
  await sightline.startServer()
  const other = await sightline.operate('create-workspace', { name: 'Other' })
  const unnamed = await call(await connect(), 'list_brands')
  expect([unnamed.isError, unnamed.text]).toEqual([true, expect.stringContaining(`Other (${other.id})`)])
  const client = await connect(['--workspace-id', other.id])
  expect((await call(client, 'list_brands')).content.rows).toEqual([])
  const { isError, content } = await call(client, 'visibility_report', { brand: brand.brandId })
  expect([isError, content.error]).toEqual([true, expect.objectContaining({ code: 'not_found' })])
})

test('only protocol messages are printed, and the program exits when its input ends', async () => {
  const { process: child, ended } = sightline.start(['mcp'])
  const clientInfo = { name: 'test', version: '1' }
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
  const messages = [
    { id: 1, method: 'initialize', params },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name: 'list_brands', arguments: {} } },
  ]
  child.stdin?.write('this is no message\n')
  for (const message of messages) child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  let printed = ''
  await new Promise<void>((resolve) => {
    child.stdout?.on('data', (text: string) => {
      printed += text
      if (printed.includes('"id":2')) resolve()
    })
  })
  child.stdin?.end()
  const { status, stdout, stderr } = await ended
  const lines = stdout.trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).id)).toEqual([1, 2])
  expect([status, stderr]).toEqual([0, ''])
  const wrong = await sightline.run(['mcp', '--toolset', 'none'])
  expect([wrong.status, wrong.stdout]).toEqual([2, ''])
})

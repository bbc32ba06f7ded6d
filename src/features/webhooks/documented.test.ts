import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exampleBody } from '../../kernel/event-example.ts'
import { eventBodySchema } from '../../kernel/events.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { eventKinds } from './event-kinds.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const page = readFileSync(`${root}/docs/webhooks.md`, 'utf8')
let app: TestApp
let port: number

beforeAll(async () => {
  port = await freePort()
  app = await startTestApp({ FETCH_ALLOWED_ADDRESSES: `127.0.0.1:${port}` })
})
afterAll(() => app.close())

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

test('the documented receiver accepts a signed delivery only once and rejects unsigned requests', async () => {
  const code = /<!-- receiver[^>]*-->\n```js\n(.*?)```/s.exec(page)?.[1] as string
  const { id: workspace_id } = await app.operate('create-workspace', { name: 'W' })
  const url = `http://127.0.0.1:${port}/sightline`
  const events = ['member.added']
  const made = await app.operate<{ id: string; secret: string }>('create-webhook', {
    ...{ workspace_id, name: 'Documented', url, events },
  })
  const env = { ...process.env, WEBHOOK_SECRET: made.secret, PORT: String(port) }
  const receiver = spawn(process.execPath, ['--input-type=module', '-e', code], { cwd: root, env })
  let printed = ''
  for (const stream of [receiver.stdout, receiver.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  try {
    const post = () => fetch(url, { method: 'POST', body: '{}' }).catch(() => undefined)
    await expect.poll(async () => (await post())?.status).toBe(401)
    await app.operate('test-webhook', { webhook_id: made.id })
    const deliveries = () =>
      app.operate<{ id: string; status: string; attempts: number }[]>('list-webhook-deliveries', {
        webhook_id: made.id,
      })
    const delivered = () =>
      expect.poll(async () => (await deliveries())[0]?.status, { interval: 200 }).toBe('delivered')
    await delivered()
    const [first] = await deliveries()
    await app.operate('replay-webhook-deliveries', { webhook_id: made.id, delivery_id: first?.id as string })
    await delivered()
    const link = `${app.app.services.address()}/${workspace_id}/settings/webhooks`
    expect(printed).toBe(`webhook.tested ${link}\n`)
  } finally {
    receiver.kill()
  }
})

test('every event type is documented with an example body that matches its schema', () => {
  for (const kind of eventKinds(app.app.services)) {
    const body = exampleBody(kind)
    expect(eventBodySchema(kind).strict().parse(body), kind.type).toEqual(body)
    expect(page).toContain(`### \`${kind.type}\``)
    expect(page).toContain(JSON.stringify(body, null, 2))
  }
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../testing/webhook-receiver.ts'
import { deliverWebhooks } from './deliver-webhooks.ts'

let app: TestApp
let receiver: WebhookReceiver

beforeAll(async () => {
  receiver = await startWebhookReceiver()
  app = await startTestApp({ FETCH_ALLOWED_ADDRESSES: `127.0.0.1:${receiver.port}` })
})
afterAll(async () => {
  await app.close()
  receiver.close()
})

test.each([
  ['a program', 'standard', '/old', '/new'],
  // Both URLs are displayed the same.
  ['a Slack channel', 'slack', '/services/old/same', '/services/new/same'],
])('the response of %s at its old URL does not affect the state of its new URL', async (_, kind, from, to) => {
  let answerAtOld = (_status: number): void => {}
  receiver.answer = ({ path }, response) => {
    if (path === from) answerAtOld = (status) => void response.writeHead(status).end()
    else response.writeHead(204).end()
  }
  const { id: workspace_id } = await app.operate('create-workspace', { name: 'W' })
  const { id: webhook_id } = await app.operate('create-webhook', {
    ...{ workspace_id, name: 'Ours', kind, url: receiver.url(from), events: ['import.completed'] },
  })
  const newest = async () => (await app.operate<object[]>('list-webhook-deliveries', { webhook_id }))[0]
  for (const status of [410, 204]) {
    receiver.received.length = 0
    await app.operate('update-webhook', { webhook_id, url: receiver.url(from) })
    await app.operate('test-webhook', { webhook_id })
    const delivering = deliverWebhooks.run(app.app.services, {}, new AbortController().signal)
    await expect.poll(() => receiver.received.length).toBe(1)
    await app.operate('update-webhook', { webhook_id, url: receiver.url(to) })
    answerAtOld(status)
    await delivering
    await expect.poll(newest).not.toMatchObject({ status: 'waiting' })
    expect(await newest()).toMatchObject({ status: 'delivered', attempts: 1, response_status: 204 })
    expect(receiver.received.map(({ path }) => path)).toEqual([from, to])
    expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body)
    expect(await app.operate('list-webhooks', { workspace_id })).toMatchObject([
      { is_active: true, failing_since: null },
    ])
  }
})

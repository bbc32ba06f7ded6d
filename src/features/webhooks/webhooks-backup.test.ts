import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook as Verifier } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { startTestApp } from '../../testing/test-app.ts'
import { startWebhookReceiver } from '../../testing/webhook-receiver.ts'

interface Made {
  id: string
  secret: string
}
interface Delivery {
  status: string
  problem: string | null
}

test('a backup restores webhooks with pending deliveries; without SECRETS_KEY they need a new secret', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-backup-'))
  const to = join(folder, 'backup')
  const receiver = await startWebhookReceiver()
  const environment = { FETCH_ALLOWED_ADDRESSES: `127.0.0.1:${receiver.port}` }
  const SECRETS_KEY = randomBytes(32).toString('base64')
  // This app delivers nothing.
  let app = await startTestApp({ ...environment, SECRETS_KEY, ROLE: 'api' })
  const log = (webhook_id: string) => app.operate<Delivery[]>('list-webhook-deliveries', { webhook_id })
  try {
    const { id: workspace_id } = await app.operate('create-workspace', { name: 'W' })
    const given = { workspace_id, name: 'Ours', url: receiver.url(), events: ['member.added'] }
    const { secret, ...webhook } = await app.operate<Made>('create-webhook', given)
    await app.operate('test-webhook', { webhook_id: webhook.id })
    const shown = await app.operate('list-webhooks', { workspace_id })
    await app.operate('backup', { to })
    await app.close()
    expect(receiver.received).toEqual([])

    app = await startTestApp({ ...environment, SECRETS_KEY })
    await app.operate('restore', { from: to })
    expect(await app.operate('list-webhooks', { workspace_id })).toEqual(shown)
    const delivered = () =>
      expect.poll(async () => (await log(webhook.id))[0]?.status, { interval: 200 }).toBe('delivered')
    await delivered()
    const [{ body, headers }] = receiver.received as [(typeof receiver.received)[number]]
    new Verifier(secret).verify(body, headers as Record<string, string>)
    await app.close()

    app = await startTestApp(environment)
    await app.operate('restore', { from: to })
    expect(await app.operate('list-webhooks', { workspace_id })).toMatchObject([{ needs_secret: true }])
    await expect
      .poll(async () => (await log(webhook.id))[0]?.problem, { interval: 200 })
      .toBe('the webhook needs a new secret or URL')
    const rolled = await app.operate<Made>('roll-webhook-secret', { webhook_id: webhook.id })
    const [delivery] = await app.operate<{ id: string }[]>('list-webhook-deliveries', {
      webhook_id: webhook.id,
    })
    await app.operate('replay-webhook-deliveries', {
      webhook_id: webhook.id,
      delivery_id: delivery?.id as string,
    })
    await delivered()
    const last = receiver.received.at(-1) as (typeof receiver.received)[number]
    new Verifier(rolled.secret).verify(last.body, last.headers as Record<string, string>)
  } finally {
    await app.close()
    receiver.close()
    rmSync(folder, { recursive: true })
  }
})

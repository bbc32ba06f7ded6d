import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installWithBrand } from '../testing/installations.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts'
import { seededRandom, until } from './testing/campaign.ts'

const random = seededRandom()
/** Most effects are delivered within this time, over which kills are spread. */
const deliveryWindowMs = 3000
const effectsPerKill = 3
let receiver: WebhookReceiver

beforeAll(async () => {
  receiver = await startWebhookReceiver()
})
afterAll(() => receiver.close())

test('a server killed between effect and delivery delivers each effect at least once, and nothing else', async () => {
  const kills = 200
  const { installation, brand } = await installWithBrand({
    FETCH_ALLOWED_ADDRESSES: `127.0.0.1:${receiver.port}`,
  })
  const { operate } = installation
  const workspace_id = brand.workspaceId
  const memberIds = async () => (await operate<{ id: string }[]>('list-people', { workspace_id })).map(({ id }) => id)
  try {
    let server = await installation.startServer()
    const before = await memberIds()
    const { secret } = await operate<{ secret: string }>('create-webhook', {
      ...{ workspace_id, name: 'Ours', url: receiver.url(), events: 'member.added' },
    })
    // Half of the responses are slow, so that kills hit deliveries that have arrived but are not recorded.
    receiver.answer = (_, response) => void setTimeout(() => response.writeHead(204).end(), random() < 0.5 ? 300 : 0)
    for (let kill = 0; kill < kills; kill++) {
      const effects = Array.from({ length: effectsPerKill }, (_, index) => {
        const email = `k${kill}-${index}@people.example`
        return operate('create-person', { workspace_id, email, name: 'K', role: 'viewer' }).catch(() => {})
      })
      await sleep(random() * deliveryWindowMs)
      await server.stop('SIGKILL')
      await Promise.all(effects)
      server = await installation.startServer()
    }
    const made = (await memberIds()).filter((id) => !before.includes(id))
    const deliveredIds = () => new Set(receiver.received.map(({ body }) => JSON.parse(body).data.person_id as string))
    await until(() => made.every((id) => deliveredIds().has(id)))
    await server.stop()

    const verifier = new Webhook(secret)
    // The package rejects old signatures, and most deliveries are too old.
    for (const { body, headers } of receiver.received)
      expect(String(headers['webhook-signature']).split(' ')).toContain(
        verifier.sign(String(headers['webhook-id']), new Date(Number(headers['webhook-timestamp']) * 1000), body),
      )
    expect([...deliveredIds()].sort()).toEqual(made.sort())
    // A receiver that drops known ids gets each effect once, with one body and one number.
    const bodies = Map.groupBy(receiver.received, ({ headers }) => headers['webhook-id'])
    expect(bodies.size).toBe(made.length)
    for (const same of bodies.values()) expect(new Set(same.map(({ body }) => body)).size).toBe(1)
    const sequences = [...bodies.values()].map(([first]) => JSON.parse(first?.body ?? '').sequence as number)
    expect(sequences.sort((a, b) => a - b)).toEqual(made.map((_, index) => index + 1))
    const again = receiver.received.length - bodies.size
    console.log(`${kills} kills, ${made.length} effects, ${bodies.size} delivered, ${again} of them again`)
    if (kills >= 50) expect(again).toBeGreaterThan(0)
  } finally {
    await installation.remove()
  }
})

import { readFileSync } from 'node:fs'
import { Agent, request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allReadScopes, allWriteScopes } from '../kernel/scopes.ts'
import { type ApiDocument, describedOperations, unlikeDocument } from '../testing/api-document.ts'
import type { Ids } from '../testing/endpoints.ts'
import { type Fixture, makeFixture, makeKey, makeWriter } from '../testing/fixture.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { testData } from '../testing/test-data.ts'
import { seededRandom } from './testing/campaign.ts'
import { type RandomKey, type RandomRequest, randomRequest, type Supply } from './testing/random-requests.ts'

const rounds = 50
const requestsInRound = 2000
const concurrency = 8

const random = seededRandom(20_260_615)
const list = testData('robustness/blns.json')
const texts: string[] = [
  ...(list === undefined ? [] : JSON.parse(readFileSync(list, 'utf8'))),
  ...['__proto__', 'constructor', '\u0000', '', ' ', '0', '-1', 'null', 'x'.repeat(4000)],
].filter((text) => text.isWellFormed())

const dispatcher = new Agent({ connections: concurrency, pipelining: 1 })
let app: TestApp
let origin: string
let document: ApiDocument

beforeAll(async () => {
  app = await startTestApp({ UNKNOWN_KEYS_PER_MINUTE: '1000000' })
  origin = await app.app.http.listen({ port: 0, host: '127.0.0.1' })
  document = (await app.get('/openapi.json')).body as unknown as ApiDocument
})
afterAll(async () => {
  await dispatcher.close()
  await app.close()
})

interface Sent {
  status: number
  headers: Record<string, unknown>
  text: string
}

async function send({ method, url, headers, body }: RandomRequest): Promise<Sent> {
  const response = await request(origin + url, {
    dispatcher,
    method: method as 'GET',
    headers: Object.entries(headers).flat(),
    ...(body === undefined ? {} : { body }),
  })
  return { status: response.statusCode, headers: response.headers, text: await response.body.text() }
}

/** A fixture with enough rows of everything that requests delete. */
async function makeSupply(): Promise<Supply & { cursors: string[] }> {
  const fixture = await makeFixture(app)
  const { ids, otherIds, foreignIds } = fixture
  await Promise.all([addRows(ids), addRows(otherIds)])
  const cursors = ['none']
  const known: Ids = { ...ids, engine: ['chatgpt', 'gemini', 'perplexity'], cursor: cursors }
  return {
    random,
    texts,
    known: (name) => known[name] ?? [],
    operations: describedOperations(document),
    keys: await makeKeys(fixture),
    fixtures: [ids, otherIds, foreignIds],
    cursors,
  }
}

/** Adds deletable rows to the ids of a brand, and almost the maximum number of writing styles. */
async function addRows(ids: Ids): Promise<void> {
  const brand_id = ids.brand_id?.[0] as string
  const add = async (kind: string, name: string, input: Record<string, string>) => {
    const { id } = await app.operate(name, { brand_id, ...input })
    ;(ids[`${kind}_id`] as string[]).push(id)
  }
  for (const name of ['A', 'B', 'C', 'D', 'E', 'F', 'G'])
    await add('writing_style', 'create-writing-style', { surface: 'content', name })
  for (let number = 0; number < 30; number += 1) {
    await add('prompt', 'create-prompt', { text: `Which boots, ${number}?` })
    await add('product', 'create-product', { name: `Boots ${number}` })
    await add('category', 'create-alignment-category', { name: `Boots ${number}` })
    const text = { suggested_prompt: `Which hats, ${number}?`, country_codes: 'US' }
    await add('suggestion', 'create-alignment-suggestion', text)
  }
}

async function makeKeys({ workspaceId, foreignWorkspaceId, ids, otherIds, foreignIds }: Fixture): Promise<RandomKey[]> {
  const brandOf = ({ brand_id }: Ids) => brand_id?.[0] as string
  const both = [brandOf(ids), brandOf(otherIds)]
  const all = [...allReadScopes, ...allWriteScopes]
  const bearer = (secret: string) => `Bearer ${secret}`
  const writer = await makeWriter(app, workspaceId)
  const restricted = await makeKey(app, workspaceId, { scopes: all, brand_ids: [brandOf(otherIds)] })
  const revoked = await app.operate<{ id: string; secret: string }>('create-key', {
    workspace_id: workspaceId,
    name: 'gone',
  })
  await app.operate('revoke-key', { key_id: revoked.id })
  const dead = [
    undefined,
    'Bearer',
    'Basic YTpi',
    bearer('x'),
    bearer(`${writer.slice(0, -1)}!`),
    bearer(revoked.secret),
  ]
  return [
    { authorization: bearer(writer), scopes: all, brands: both },
    { authorization: bearer(await makeKey(app, workspaceId)), scopes: allReadScopes, brands: both },
    {
      authorization: bearer(await makeKey(app, workspaceId, { scopes: ['read:basic', 'write:prompts'] })),
      scopes: ['read:basic', 'write:prompts'],
      brands: both,
    },
    { authorization: bearer(restricted), scopes: all, brands: [brandOf(otherIds)] },
    {
      authorization: bearer(await makeKey(app, foreignWorkspaceId)),
      scopes: allReadScopes,
      brands: [brandOf(foreignIds)],
    },
    ...dead.map((authorization) => ({ authorization, scopes: undefined, brands: [] })),
  ]
}

const faults: string[] = []
const counts = new Map<string, number>()

/** Sends a request and notes faults of the response: a 5xx, an undocumented shape or an unexpected success. */
async function check(sent: RandomRequest): Promise<Sent> {
  const response = await send(sent)
  const { status } = response
  const found = [
    ...(status >= 500 ? ['it failed'] : []),
    ...unlikeDocument(document, sent.operation, sent.method, response),
    ...(sent.refusal !== undefined && status < 400 ? [`it should be refused: ${sent.refusal}`] : []),
  ]
  for (const fault of found) note(fault, sent, response)
  const counted = `${sent.operation?.operationId ?? 'none'} ${status}`
  counts.set(counted, (counts.get(counted) ?? 0) + 1)
  return response
}

function note(fault: string, { operation: _, ...sent }: RandomRequest, { status, text }: Sent): void {
  faults.push(`${fault}: ${JSON.stringify(sent).slice(0, 2000)} → ${status} ${text.slice(0, 500)}`)
}

/** Repeats a request: a successful write must return the same response, and a read is sent with its ETag. */
async function checkAgain(sent: RandomRequest, { status, headers, text }: Sent): Promise<void> {
  if (sent.method === 'GET' || sent.method === 'HEAD') {
    if (typeof headers.etag !== 'string') return
    await check({ ...sent, headers: { ...sent.headers, 'if-none-match': headers.etag } })
    return
  }
  const again = await check(sent)
  const isReplayed = again.text === text && again.headers['idempotent-replayed'] === 'true'
  if (status === 200 && !isReplayed) note('a retry has a different response', sent, again)
}

const cursorIn = ({ headers, text }: Sent): unknown =>
  String(headers['content-type']).startsWith('application/json') && text !== ''
    ? JSON.parse(text).pagination?.next_cursor
    : undefined

test('random requests never fail, and every response matches the document', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const supply = await makeSupply()
    let left = requestsInRound
    async function work(): Promise<void> {
      while (left > 0 && faults.length < 20) {
        left -= 1
        // Drawn before the first await: the same seed makes the same requests, whatever the order of responses.
        const sent = randomRequest(supply)
        const isRepeated = random() < 0.3
        const response = await check(sent)
        const cursor = cursorIn(response)
        if (typeof cursor === 'string') supply.cursors.push(cursor)
        if (isRepeated) await checkAgain(sent, response)
      }
    }
    await Promise.all(Array.from({ length: concurrency }, work))
  }
  expect(faults).toEqual([])
  expectVaried()
})

/** The requests were varied: all operations succeeded, and every kind of refusal occurred. */
function expectVaried(): void {
  const names = describedOperations(document).map(({ operationId }) => operationId)
  const undone = names.filter((name) => !counts.has(`${name} 200`))
  expect(undone).toEqual([])
  const byStatus: Record<string, number> = {}
  for (const [name, count] of counts) {
    const status = name.split(' ')[1] as string
    byStatus[status] = (byStatus[status] ?? 0) + count
  }
  console.log(JSON.stringify(byStatus))
  expect(Object.keys(byStatus)).toEqual(['200', '304', '400', '401', '403', '404', '405', '409'])
}

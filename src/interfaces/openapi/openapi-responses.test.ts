import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiDocument, describedOperations, unlikeDocument } from '../../testing/api-document.ts'
import { type Endpoint, readEndpoints, steadyEndpoints, urlOf } from '../../testing/endpoints.ts'
import { type Fixture, makeKey, startFixtureApp } from '../../testing/fixture.ts'
import type { Answer, TestApp } from '../../testing/test-app.ts'

let app: TestApp
let fixture: Fixture
let document: ApiDocument

beforeAll(async () => {
  ;({ test: app, fixture } = await startFixtureApp({ READS_PER_MINUTE: '400' }))
  document = (await app.get('/openapi.json')).body as unknown as ApiDocument
})
afterAll(() => app.close())

/** Expects a documented response: its status, headers, content type and body. */
function expectDescribed({ name, http }: Endpoint, answer: Answer): void {
  const operation = describedOperations(document).find(({ operationId }) => operationId === name)
  expect(unlikeDocument(document, operation, http.method, answer), `${name} ${answer.status}`).toEqual([])
}

test('every response that a client can cause is documented', async () => {
  const ofContent = await makeKey(app, fixture.workspaceId, { scopes: ['read:content'] })
  const ofBasics = await makeKey(app, fixture.workspaceId, { scopes: ['read:basic'] })
  for (const endpoint of readEndpoints) {
    const url = urlOf(endpoint, fixture.ids)
    const responses = [await app.get(url, fixture.key)]
    const known = { 'if-none-match': String(responses[0]?.headers.etag) }
    responses.push(await app.get(url, fixture.key, known))
    responses.push(await app.get(urlOf(endpoint, fixture.ids, [['nonsense', '1']]), fixture.key))
    responses.push(await app.get(url))
    responses.push(await app.send('PUT', url, fixture.key))
    const statuses = [200, steadyEndpoints.includes(endpoint) ? 304 : 200, 400, 401, 405]
    if (endpoint.access !== 'any-key') {
      const noScope = endpoint.access === 'read:content' ? ofBasics : ofContent
      responses.push(await app.get(url, noScope))
      statuses.push(403)
    }
    if (endpoint.on === 'brand') {
      const nobody = { ...fixture.ids, brand_id: [crypto.randomUUID()] }
      responses.push(await app.get(urlOf(endpoint, nobody), fixture.key))
      statuses.push(404)
    }
    if (endpoint.list !== undefined) {
      const asCsv = { accept: 'text/csv' }
      responses.push(await app.get(urlOf(endpoint, fixture.ids, [['limit', '1']]), fixture.key, asCsv))
      expect(responses.at(-1)?.headers).toMatchObject({ link: expect.any(String), vary: 'Accept' })
      statuses.push(200)
    }
    expect(
      responses.map(({ status }) => status),
      endpoint.name,
    ).toEqual(statuses)
    for (const response of responses) expectDescribed(endpoint, response)
  }
})

test('so is the refusal of too many requests', async () => {
  const greedy = await makeKey(app, fixture.workspaceId)
  while ((await app.get('/v1/me', greedy)).status === 200);
  for (const endpoint of readEndpoints) {
    const refused = await app.get(urlOf(endpoint, fixture.ids), greedy)
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    expectDescribed(endpoint, refused)
  }
})

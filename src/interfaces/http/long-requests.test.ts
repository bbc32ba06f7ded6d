import { EventEmitter, once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { FastifyReply } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Browser, consoleEnvironment } from '../../testing/browser.ts'
import { makePerson } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createLongRequests } from './console-api.ts'

let test: TestApp
let url: string

beforeAll(async () => {
  test = await startTestApp(consoleEnvironment)
  url = await test.app.http.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => test.close())

interface Place {
  browser: Browser
  brandId: string
}

async function makePlace(name: string): Promise<Place> {
  const { id: workspace_id } = await test.operate('create-workspace', { name })
  const { id: brandId } = await test.operate('create-brand', { workspace_id, name })
  return { brandId, browser: (await makePerson(test, workspace_id, 'editor')).browser }
}

const pathOf = ({ brandId }: Place) => `/operations/import-answers?brand_id=${brandId}`
const importAnswers = (place: Place) => place.browser.post(pathOf(place), '\n')

/** Starts an import whose file never ends, and waits until the server reads its file. */
async function startImport(place: Place): Promise<ClientRequest> {
  const received = once(test.app.http.server, 'request') as Promise<[IncomingMessage]>
  const sent = beginImport(place)
  const [incoming] = await received
  await expect.poll(() => incoming.readableFlowing).not.toBeNull()
  return sent
}

/** Starts an import whose file never ends. */
function beginImport(place: Place): ClientRequest {
  const { cookies, workspaceId = '' } = place.browser
  const sent = request(`${url}/console/api${pathOf(place)}`, {
    method: 'POST',
    headers: {
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      origin: consoleEnvironment.PUBLIC_URL,
      'x-sightline': '1',
      'x-workspace-id': workspaceId,
    },
  })
  sent.write('\n')
  return sent
}

it('requests of one workspace run two imports at the same time, and other workspaces are not refused', async () => {
  const ours = await makePlace('Ours')
  const theirs = await makePlace('Theirs')
  // Another import must not take their place.
  const first = await startImport(ours)
  const second = await startImport(ours)
  await expect.poll(async () => (await importAnswers(ours)).status).toBe(409)
  expect((await importAnswers(ours)).body.error?.message).toBe(
    'the workspace already runs 2 long operations; retry when one finishes, or use start-task',
  )
  expect((await importAnswers(theirs)).status).toBe(200)
  const answers = [first, second].map((sent) => once(sent, 'response') as Promise<[IncomingMessage]>)
  first.end()
  expect((await answers[0])?.[0].statusCode).toBe(200)
  expect((await importAnswers(ours)).status).toBe(200)
  second.end()
  expect((await answers[1])?.[0].statusCode).toBe(200)
})

it('a long operation ends when its client disconnects', () => {
  const raw = new EventEmitter()
  const signal = createLongRequests().signalOf({ raw } as unknown as FastifyReply)
  expect(signal.aborted).toBe(false)
  raw.emit('close')
  expect(signal.aborted).toBe(true)
})

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, hasBrowser, quiet } from '../src/testing/chromium.ts'
import { installSdk } from '../src/testing/clients/sdk-package.ts'
import { type Fixture, makeWriter, startFixtureApp } from '../src/testing/fixture.ts'
import type { TestApp } from '../src/testing/test-app.ts'

/** Reads, writes and fails, and prints the results. */
const program = `import { ApiError, Sightline } from '/client/index.js'

export async function run(key, brand_id) {
  const sightline = new Sightline({ url: location.origin, key })
  const names = []
  for await (const { name } of sightline.listCompetitors({ brand_id, limit: 2 })) names.push(name)
  const csv = await sightline.listCompetitors({ brand_id, limit: 2 }).csv()
  const { data } = await sightline.createPrompt({ brand_id, text: 'Asked by ' + typeof document })
  const code = await sightline.getPrompt({ brand_id, prompt_id: brand_id }).catch((error) => {
    return error instanceof ApiError && error.code
  })
  return { names, csv, prompt: data.text, code }
}`
const worker = `import { run } from '/client/program.js'
onmessage = async ({ data }) => postMessage(await run(...data))`

/** How each place runs the program. */
const inPlace = {
  page: `async (words) => (await import('/client/program.js')).run(...words)`,
  worker: `(words) => new Promise((resolve, reject) => {
    const thread = new Worker('/client/worker.js', { type: 'module' })
    thread.onmessage = ({ data }) => resolve(data)
    thread.onerror = ({ message }) => reject(new Error(message))
    thread.postMessage(words)
  })`,
}

let app: TestApp
let fixture: Fixture
let key: string
let folder: string
let url: string
let browser: Browser

describe.runIf(hasBrowser)('in Chromium', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sightline-client-'))
    const installed = await installSdk(folder)
    ;({ test: app, fixture } = await startFixtureApp())
    const own: Record<string, string> = { 'program.js': program, 'worker.js': worker }
    const { http } = app.app
    http.get('/client/', (_, reply) => reply.type('text/html').send('<!doctype html><title>Client</title>'))
    http.get<{ Params: { file: string } }>('/client/:file', ({ params: { file } }, reply) =>
      reply.type('text/javascript').send(own[file] ?? readFileSync(join(installed, 'dist', file), 'utf8')),
    )
    key = await makeWriter(app, fixture.workspaceId)
    await http.listen({ host: '127.0.0.1', port: 0 })
    url = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`
    browser = await chromium.launch({ executablePath: chromiumPath, args: quiet })
  })
  afterAll(async () => {
    await browser.close()
    await app.close()
    rmSync(folder, { recursive: true })
  })

  /** The program's output in a page, or in a worker of a page. */
  async function runIn(place: 'page' | 'worker') {
    const page = await browser.newPage()
    await page.goto(`${url}/client/`)
    const [brandId = ''] = fixture.ids.brand_id ?? []
    const output = await page.evaluate(`(${inPlace[place]})(${JSON.stringify([key, brandId])})`)
    await page.close()
    return output
  }

  test.for([
    ['page', 'object'],
    ['worker', 'undefined'],
  ] as const)('the packed client reads, writes and fails in a %s as in Node', async ([place, document]) => {
    const path = `/v1/brands/${fixture.ids.brand_id?.[0]}/competitors`
    const { body } = await app.get(path, key)
    const { text } = await app.get(path, key, { accept: 'text/csv' })
    expect(await runIn(place)).toEqual({
      names: (body.data as { name: string }[]).map(({ name }) => name),
      csv: text,
      prompt: `Asked by ${document}`,
      code: 'not_found',
    })
  })
})

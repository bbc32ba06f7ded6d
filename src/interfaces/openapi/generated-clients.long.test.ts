import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generators } from '../../testing/clients/generators.ts'
import { whyMissing } from '../../testing/clients/install-once.ts'
import { type Fixture, makeWriter, startFixtureApp } from '../../testing/fixture.ts'
import type { TestApp } from '../../testing/test-app.ts'

let app: TestApp
let fixture: Fixture
let url: string
let key: string

beforeAll(async () => {
  ;({ test: app, fixture } = await startFixtureApp())
  await app.app.http.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(app.app.http.server.address() as AddressInfo).port}`
  key = await makeWriter(app, fixture.workspaceId)
})
afterAll(() => app.close())

const id = (name: string, place = 0) => fixture.ids[name]?.[place] as string
const read = (path: string) => app.get(`/v1/brands/${id('brand_id')}/${path}`, key)
const rows = async <T>(path: string) => (await read(path)).body.data as T[]

/** The same as every program prints, except of its writes, from the API. */
async function expected() {
  const topics = await rows<{ id: string }>('topics?limit=2')
  const filters = 'engine=chatgpt&engine=gemini&country=US&start_date=2026-05-17&end_date=2026-06-15'
  const ranked = await rows<{ name: string; visibility_pct: number }>(`competitors/rankings?${filters}`)
  const led = await rows<{ segment: string; leader: string }>('visibility/segments?dimension=topic')
  return {
    key: 'test',
    topics: topics.map(({ id }) => id),
    rankings: ranked.map(({ name, visibility_pct }) => [name, visibility_pct]),
    segments: led.map(({ segment, leader }) => [segment, leader]),
    answer: ((await read(`executions/${id('execution_id')}`)).body.data as { answer: string }).answer,
    missing: 'not_found',
    refused: 'invalid_cursor',
    file: (await read(`exports/${id('export_id', 1)}/file`)).text,
  }
}

/** Generated Java omits a field that is null, so that it keeps its value. */
const omitsNull = 'openapi-generator-java'

const setIndustry = (industry: string, text: string) =>
  app.send('PATCH', `/v1/brands/${id('brand_id')}/profile`, key, {
    headers: { 'content-type': 'application/json', 'idempotency-key': `${text} industry` },
    body: JSON.stringify({ industry }),
  })

test.for(generators.map((generator) => [generator.name, generator] as const))(
  '%s generates a client with its defaults, which compiles and calls the API',
  async ([name, { missing, install, run }], { skip }) => {
    const program = missing()
    skip(program !== undefined, `${program} is not installed`)
    const reason = await whyMissing(install)
    skip(reason !== undefined, reason)
    const directory = mkdtempSync(join(tmpdir(), 'sightline-client-'))
    try {
      const programs = fileURLToPath(new URL(`../../testing/clients/${name}`, import.meta.url))
      cpSync(programs, directory, { recursive: true })
      writeFileSync(join(directory, 'openapi.json'), (await app.get('/openapi.json')).text)
      const text = `Which boots does ${name} recommend?`
      const ids = {
        BRAND_ID: id('brand_id'),
        EXECUTION_ID: id('execution_id'),
        EXPORT_ID: id('export_id', 1),
      }
      expect((await setIndustry('Shoes', text)).status).toBe(200)
      const shown = await expected()
      const printed = await run(directory, { API_URL: url, API_KEY: key, TEXT: text, ...ids })
      const prompts = await rows<{ id: string; text: string }>('prompts?limit=100')
      const created = prompts.filter((prompt) => prompt.text === text).map((prompt) => prompt.id)
      const industry = name === omitsNull ? 'Shoes' : null
      const written = { prompt: [created[0], true], again: created.join(), profile: [industry, text] }
      expect(shown.rankings.length).toBeGreaterThan(2)
      expect(shown.file).toContain('GPTBot')
      expect(JSON.parse(printed)).toEqual({ ...shown, ...written })
    } finally {
      rmSync(directory, { recursive: true, force: true })
    }
  },
)

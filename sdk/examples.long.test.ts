import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documented } from '../src/testing/clients/documented.ts'
import { installSdk } from '../src/testing/clients/sdk-package.ts'
import { createTypeScriptProject } from '../src/testing/clients/typescript-project.ts'
import { type Fixture, makeWriter, startFixtureApp } from '../src/testing/fixture.ts'
import type { TestApp } from '../src/testing/test-app.ts'

let app: TestApp
let fixture: Fixture
let variables: { SIGHTLINE_URL: string; SIGHTLINE_KEY: string }

beforeAll(async () => {
  ;({ test: app, fixture } = await startFixtureApp())
  await app.app.http.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.app.http.server.address() as AddressInfo
  const key = await makeWriter(app, fixture.workspaceId)
  variables = { SIGHTLINE_URL: `http://127.0.0.1:${port}`, SIGHTLINE_KEY: key }
})
afterAll(() => app.close())

const read = async <T>(path: string) => (await app.get(path, variables.SIGHTLINE_KEY)).body.data as T
interface Ranked {
  rank: number
  name: string
  visibility_pct: number
}

test('the README example runs word for word with the packed client', async () => {
  const project = createTypeScriptProject(variables, false)
  await installSdk(project.directory)
  project.write('example.ts', documented('sdk/README.md', 'ts'))
  const printed = await project.run('example.ts')
  project.remove()
  expect(printed).toContain('this key is called test\n')
  const [brand] = await read<{ id: string }[]>('/v1/brands')
  const rankings = await read<Ranked[]>(`/v1/brands/${brand?.id}/competitors/rankings`)
  expect(rankings.length).toBeGreaterThan(3)
  for (const { rank, name, visibility_pct } of rankings)
    expect(printed).toContain(`\n${rank}. ${name}: ${visibility_pct}\n`)
  expect(printed).toMatch(/\n\d engines, 2026-05-17 to 2026-06-15\n/)
  const csv = await app.get(`/v1/brands/${brand?.id}/citations/domains`, variables.SIGHTLINE_KEY, {
    accept: 'text/csv',
  })
  expect(printed).toContain(`\n${csv.text.split('\r\n')[0]}\n`)
  expect(printed).toMatch(/\n404 not_found prompt not found [0-9a-f-]{36}\n/)
  const answers = await read<{ executed_at: string; engine: string }[]>(`/v1/brands/${brand?.id}/executions`)
  for (const { executed_at, engine } of answers) expect(printed).toContain(`\n${executed_at} ${engine}\n`)
  const prompts = await read<{ text: string }[]>(`/v1/brands/${brand?.id}/prompts`)
  expect(prompts.map(({ text }) => text)).not.toContain('Which boots last longest?')
})

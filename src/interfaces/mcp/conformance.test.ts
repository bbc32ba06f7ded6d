import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { originOf } from '../../testing/agents.ts'
import { startConformanceServer } from '../../testing/conformance-server.ts'
import { inForm } from '../../testing/forms.ts'
import { approve, oauthEnvironment, register, visit } from '../../testing/oauth.ts'
import { makePerson } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

// `npm test` runs what each revision requires, `npm run test:all` every suite.

let app: TestApp
let server: Awaited<ReturnType<typeof startConformanceServer>>
const directory = mkdtempSync(join(tmpdir(), 'conformance-'))

beforeAll(async () => {
  app = await startTestApp(oauthEnvironment)
  server = await startConformanceServer(app)
})
afterAll(async () => {
  await server.close()
  await app.close()
  rmSync(directory, { recursive: true })
})

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const suites = file('../../../node_modules/@modelcontextprotocol/conformance/dist/index.js')

/** Runs suites against the baseline; what they said, and how it ended. */
function run(args: string[]): Promise<{ status: number; said: string }> {
  const baseline = ['--expected-failures', file('conformance.yml')]
  const words = [suites, 'server', '--url', server.url, '-o', directory, ...baseline, ...args]
  return new Promise((resolve) => {
    execFile(process.execPath, words, { cwd: directory, maxBuffer: 1e8 }, (error, out, err) =>
      resolve({ status: error === null ? 0 : Number(error.code ?? 1), said: `${out}${err}` }),
    )
  })
}

/** The end of what was said: which failures are expected and which are not. */
const verdictOf = (said: string) => said.slice(said.indexOf('=== SUMMARY ==='))

const short = [
  ['--requirements', '2025-11-25'],
  ['--requirements', '2026-07-28'],
]
const long = ['2025-11-25', '2026-07-28'].flatMap((revision) => [
  ['--suite', 'active', '--spec-version', revision],
  ['--suite', 'all', '--spec-version', revision],
])
const chosen = inForm(short, [...short, ...long])

describe('the conformance suites find nothing amiss beside the baseline', () => {
  test.each(chosen.map((args) => [args.join(' '), args] as const))('%s', async (_, args) => {
    const { status, said } = await run(args)
    expect([status, verdictOf(said)]).toEqual([0, expect.stringContaining('Baseline check passed')])
  })

  test('and would find it: without the baseline they fail', async () => {
    const empty = join(directory, 'empty.yml')
    writeFileSync(empty, 'server: []\n')
    const { status, said } = await run(['--suite', 'active', '--expected-failures', empty])
    expect([status, verdictOf(said)]).toEqual([
      1,
      expect.stringMatching(/Unexpected failures.*\n {2}✗ logging-set-level/),
    ])
  })
})

/** A port that is free at this moment. */
function freePort(): Promise<number> {
  const holder = createServer()
  return new Promise((resolve) =>
    holder.listen(0, '127.0.0.1', () => {
      const { port } = holder.address() as { port: number }
      holder.close(() => resolve(port))
    }),
  )
}

test('and the suite for authorization servers passes, with somebody who lets its program in', async () => {
  const issuer = await originOf(app)
  app.app.services.address = () => issuer
  const { id } = await app.operate('create-workspace', { name: 'Ours' })
  const { browser } = await makePerson(app, id, 'owner')
  const port = await freePort()
  const { client_id } = await register(app, { redirect_uris: [`http://127.0.0.1:${port}/callback`] })
  const about = [
    '--url',
    issuer,
    '--client-id',
    client_id,
    '--resource',
    `${issuer}/mcp`,
    '--port',
    String(port),
  ]
  const child = spawn(process.execPath, [suites, 'authorization', ...about, '-o', directory], {
    cwd: directory,
  })
  let said = ''
  let answered: Promise<unknown> | undefined
  const listen = (chunk: Buffer) => {
    said += chunk
    const [asked] = /http:\S+\/oauth\/authorize\?\S+/.exec(said) ?? []
    if (asked !== undefined && said.includes('Waiting')) answered ??= letIn(asked)
  }
  async function letIn(asked: string): Promise<void> {
    const { headers } = await visit(app, browser, asked.slice(issuer.length))
    const request = new URL(String(headers.location), issuer).searchParams.get('request') ?? undefined
    await fetch(await approve(app, browser, request))
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  const status = await new Promise((resolve) => child.once('close', resolve))
  await answered
  expect([status, said]).toEqual([0, expect.stringMatching(/✓ authorization-code-grant/)])
  expect(said).not.toMatch(/✗|FAILURE|WARNING/)
})

import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { originOf } from '../../testing/agents.ts'
import { startConformanceServer } from '../../testing/conformance-server.ts'
import { makeKey } from '../../testing/fixture.ts'
import { approve, connect, oauthEnvironment, register, visit } from '../../testing/oauth.ts'
import { makePerson } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
/** By credential. */
const servers = new Map<string, Awaited<ReturnType<typeof startConformanceServer>>>()
const directory = mkdtempSync(join(tmpdir(), 'conformance-'))

beforeAll(async () => {
  app = await startTestApp(oauthEnvironment)
  const { id } = await app.operate('create-workspace', { name: 'Conformance' })
  servers.set('key', await startConformanceServer(app, await makeKey(app, id)))
  const { browser } = await makePerson(app, id, 'viewer')
  const { tokens } = await connect(app, browser)
  servers.set('access token', await startConformanceServer(app, tokens.access_token))
})
afterAll(async () => {
  for (const server of servers.values()) await server.close()
  await app.close()
  rmSync(directory, { recursive: true })
})

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const suites = file('../../../node_modules/@modelcontextprotocol/conformance/dist/index.js')

/** Runs suites against the baseline. @returns their output and exit status */
function run(args: string[], credential = 'key'): Promise<{ status: number; output: string }> {
  const baseline = ['--expected-failures', file('conformance.yml')]
  const words = [suites, 'server', '--url', servers.get(credential)?.url ?? '', '-o', directory, ...baseline, ...args]
  return new Promise((resolve) => {
    execFile(process.execPath, words, { cwd: directory, maxBuffer: 1e8 }, (error, out, err) =>
      resolve({ status: error === null ? 0 : Number(error.code ?? 1), output: `${out}${err}` }),
    )
  })
}

/** The end of the output: which failures are expected and which are not. */
const verdictOf = (output: string) => output.slice(output.indexOf('=== SUMMARY ==='))

const revisionRuns = ['2025-11-25', '2026-07-28'].flatMap((revision) => [
  ['--requirements', revision],
  ['--suite', 'active', '--spec-version', revision],
  ['--suite', 'all', '--spec-version', revision],
])

describe('the conformance suites find only the failures of the baseline', () => {
  // First, as access tokens expire.
  const withToken = ['--requirements', '2026-07-28']
  const runs = [['access token', withToken] as const, ...revisionRuns.map((args) => ['key', args] as const)]
  test.each(runs.map(([credential, args]) => [credential, args.join(' '), args] as const))(
    '%s: %s',
    async (credential, _, args) => {
      const { status, output } = await run(args, credential)
      expect([status, verdictOf(output)]).toEqual([0, expect.stringContaining('Baseline check passed')])
    },
  )

  test('and they would find more: without the baseline they fail', async () => {
    const empty = join(directory, 'empty.yml')
    writeFileSync(empty, 'server: []\n')
    const { status, output } = await run(['--suite', 'active', '--expected-failures', empty])
    expect([status, verdictOf(output)]).toEqual([
      1,
      expect.stringMatching(/Unexpected failures.*\n {2}✗ logging-set-level/),
    ])
  })
})

/** A port that is currently free. */
function freePort(): Promise<number> {
  const holder = createServer()
  return new Promise((resolve) =>
    holder.listen(0, '127.0.0.1', () => {
      const { port } = holder.address() as { port: number }
      holder.close(() => resolve(port))
    }),
  )
}

test('and the suite for authorization servers passes, with a person who approves its client', async () => {
  const issuer = await originOf(app)
  app.app.services.address = () => issuer
  const { id } = await app.operate('create-workspace', { name: 'Ours' })
  const { browser } = await makePerson(app, id, 'owner')
  const port = await freePort()
  const { client_id } = await register(app, { redirect_uris: [`http://127.0.0.1:${port}/callback`] })
  const about = ['--url', issuer, '--client-id', client_id, '--resource', `${issuer}/mcp`, '--port', String(port)]
  const child = spawn(process.execPath, [suites, 'authorization', ...about, '-o', directory], {
    cwd: directory,
  })
  let output = ''
  let answered: Promise<unknown> | undefined
  const listen = (chunk: Buffer) => {
    output += chunk
    const [asked] = /http:\S+\/oauth\/authorize\?\S+/.exec(output) ?? []
    const listening = output.includes('Callback server started')
    if (asked !== undefined && listening) answered ??= approveClient(asked)
  }
  async function approveClient(asked: string): Promise<void> {
    const { headers } = await visit(app, browser, asked.slice(issuer.length))
    const request = new URL(String(headers.location), issuer).searchParams.get('request') ?? undefined
    await fetch(await approve(app, browser, request))
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  const status = await new Promise((resolve) => child.once('close', resolve))
  await answered
  expect([status, output]).toEqual([0, expect.stringMatching(/✓ authorization-code-grant/)])
  expect(output).not.toMatch(/✗|FAILURE|WARNING/)
})

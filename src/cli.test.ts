import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answersFile } from './testing/test-app.ts'

const cli = fileURLToPath(new URL('./cli.ts', import.meta.url))

let directory: string
let servers: ChildProcess[] = []

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sightline-cli-'))
})

afterEach(async () => {
  for (const server of servers) if (server.exitCode === null && server.signalCode === null) await stop(server)
  servers = []
  // Taking the data directory once more stops a PostgreSQL that a killed process left behind.
  await run(['list-workspaces'])
  rmSync(directory, { recursive: true, force: true })
})

interface Ran {
  status: number
  stdout: string
  stderr: string
}

function run(words: string[], input?: string): Promise<Ran> {
  return new Promise((resolve) => {
    const env = { ...process.env, DATA_DIR: directory }
    const child = execFile(process.execPath, [cli, ...words], { env }, (error, stdout, stderr) =>
      resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
    if (input !== undefined) child.stdin?.end(input)
  })
}

async function data<T = { id: string }>(...words: string[]): Promise<T> {
  const { status, stdout, stderr } = await run([...words, '--json'])
  if (status !== 0) throw new Error(`${words[0]}: ${stderr}`)
  return JSON.parse(stdout) as T
}

/** Starts a server on a free port; its URL once it listens. */
async function startServer(
  command = 'serve',
): Promise<{ server: ChildProcess; url: string; printed: string }> {
  const server = spawn(process.execPath, [cli, command, '--port', '0'], {
    env: { ...process.env, DATA_DIR: directory },
  })
  servers.push(server)
  let printed = ''
  for await (const chunk of server.stdout) {
    printed += chunk
    const url = /listens on (\S+)/.exec(printed)?.[1]
    if (url !== undefined && (command === 'serve' || /visibility\/engines/.test(printed))) {
      server.stdout.resume()
      return { server, url, printed }
    }
  }
  throw new Error(`the server did not start: ${printed}`)
}

async function stop(server: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  const ended = new Promise<number | null>((resolve) => server.once('exit', resolve))
  server.kill(signal)
  return ended
}

const answer = (number: number) => ({
  prompt: `which widget, ${number % 10}?`,
  engine: 'ChatGPT',
  executed_at: '2026-01-15T12:00:00Z',
  answer: `Widget ${number}: **Acme** is a fine choice. ${'More words. '.repeat(50)}`,
})

async function makeBrand(): Promise<{ workspaceId: string; brandId: string; secret: string }> {
  const workspace = await data('create-workspace', '--name', 'W')
  const brand = await data(
    'create-brand',
    '--workspace-id',
    workspace.id,
    '--name',
    'Acme',
    '--domain',
    'acme.com',
  )
  const key = await data<{ secret: string }>('create-key', '--workspace-id', workspace.id, '--name', 'k')
  return { workspaceId: workspace.id, brandId: brand.id, secret: key.secret }
}

async function countExecutions(url: string, brandId: string, secret: string): Promise<number> {
  const query = 'start_date=2026-01-01&end_date=2026-01-31'
  const response = await fetch(`${url}/v1/brands/${brandId}/competitors/rankings?${query}`, {
    headers: { authorization: `Bearer ${secret}` },
  })
  return ((await response.json()) as { meta: { executions: number } }).meta.executions
}

test('commands work without a server, several at once', async () => {
  const made = await Promise.all(['a', 'b', 'c'].map((name) => data('create-workspace', '--name', name)))
  const listed = await data<{ id: string }[]>('list-workspaces')
  expect(listed.map(({ id }) => id).sort()).toEqual(made.map(({ id }) => id).sort())
})

test('wrong usage exits with 2, a refused command with 1, both with the error body on standard error', async () => {
  const missing = '00000000-0000-4000-8000-000000000000'
  const cases: [string[], number, string][] = [
    [['no-such-operation'], 2, 'invalid_request'],
    [['create-workspace'], 2, 'invalid_request'],
    [['create-workspace', '--name', 'x', '--colour', 'red'], 2, 'invalid_request'],
    [['create-workspace', '--name', ''], 1, 'invalid_request'],
    [['create-workspace', '--name', 'x', '--name', 'y'], 1, 'invalid_request'],
    [['update-workspace', '--workspace-id', missing, '--name', 'x'], 1, 'not_found'],
    [['update-workspace', '--workspace-id', 'x', '--name', 'x'], 1, 'invalid_request'],
    [['import-answers', '--brand-id', missing, '--file', '/nonexistent'], 1, 'invalid_request'],
    [['serve', '--prot', '1'], 2, 'invalid_request'],
    [['serve', '--port', '70000'], 1, 'invalid_request'],
  ]
  for (const [words, status, code] of cases) {
    const ran = await run(words)
    expect({ words, status: ran.status, stdout: ran.stdout }).toEqual({ words, status, stdout: '' })
    const { error } = JSON.parse(ran.stderr)
    expect(error.code).toBe(code)
    expect(error.request_id).toMatch(/^[0-9a-f-]{36}$/)
  }
})

test('a running server does the commands: list fields, standard input, gzip, a second server', async () => {
  const { server, url } = await startServer()
  const { workspaceId, brandId, secret } = await makeBrand()
  const words = [
    'create-competitor',
    '--brand-id',
    brandId,
    '--name',
    'Globex',
    '--primary-url',
    'https://globex.com',
  ]
  expect(await data(...words, '--alias', 'Globex Inc', '--alias', 'GBX')).toMatchObject({
    aliases: ['Globex Inc', 'GBX'],
  })

  const piped = await run(
    ['import-answers', '--brand-id', brandId, '--file', '-', '--json'],
    answersFile([answer(1), answer(2)]),
  )
  expect(JSON.parse(piped.stdout)).toEqual({ imported: 2, duplicates: 0, rejected: 0, first_rejections: [] })
  const zipped = join(directory, 'answers.jsonl.gz')
  writeFileSync(zipped, gzipSync(`${answersFile([answer(2), answer(3)])}\nnonsense`))
  expect(await data('import-answers', '--brand-id', brandId, '--file', zipped)).toEqual({
    imported: 1,
    duplicates: 1,
    rejected: 1,
    first_rejections: [{ line: 3, reason: 'the line is not JSON' }],
  })
  expect(await countExecutions(url, brandId, secret)).toBe(3)

  const second = await run(['serve', '--port', '0'])
  expect(second.status).toBe(1)
  expect(second.stderr).toContain(`process ${server.pid}`)

  const keys = await data<{ id: string }[]>('list-keys', '--workspace-id', workspaceId)
  await data('revoke-key', '--key-id', keys[0]?.id as string)
  const refused = await fetch(`${url}/v1/me`, { headers: { authorization: `Bearer ${secret}` } })
  expect(await refused.json()).toMatchObject({ error: { code: 'token_revoked' } })

  expect(await stop(server)).toBe(0)
  expect(existsSync(join(directory, 'control.sock'))).toBe(false)
})

test('a server killed in the middle of an import loses nothing that was acknowledged, and nothing is double', async () => {
  const first = await startServer()
  const { brandId, secret } = await makeBrand()
  const total = 20_000
  const file = join(directory, 'answers.jsonl')
  writeFileSync(file, answersFile(Array.from({ length: total }, (_, number) => answer(number))))
  const importing = run(['import-answers', '--brand-id', brandId, '--file', file, '--json'])
  while ((await countExecutions(first.url, brandId, secret)) === 0)
    await new Promise((resolve) => setTimeout(resolve, 5))
  await stop(first.server, 'SIGKILL')
  expect((await importing).status).toBe(1)

  const second = await startServer()
  const before = await countExecutions(second.url, brandId, secret)
  expect(before).toBeGreaterThan(0)
  const counts = await data<{ imported: number; duplicates: number }>(
    'import-answers',
    '--brand-id',
    brandId,
    '--file',
    file,
  )
  expect(counts).toMatchObject({ imported: total - before, duplicates: before, rejected: 0 })
  expect(await countExecutions(second.url, brandId, secret)).toBe(total)
  expect(await stop(second.server)).toBe(0)
})

test('the demonstration prints a key and three requests that work, and finds its data when started again', async () => {
  const requests = (printed: string) =>
    [...printed.matchAll(/Bearer (\S+)' '(\S+)'/g)].map(([, key, url]) => ({ key, url }))
  const answers = async (printed: string) => {
    const responses = requests(printed).map(({ key, url }) =>
      fetch(url as string, { headers: { authorization: `Bearer ${key}` } }),
    )
    return Promise.all(
      (await Promise.all(responses)).map(async (response) => ({
        ...((await response.json()) as object),
        request_id: '',
      })),
    )
  }
  const first = await startServer('demo')
  expect(requests(first.printed)).toHaveLength(3)
  const shown = (await answers(first.printed)) as unknown as { data: { visibility_pct: number }[] }[]
  expect(shown[0]?.data).toHaveLength(1)
  expect(shown[1]?.data[0]?.visibility_pct).toBeGreaterThan(10)
  expect(shown[2]?.data).toHaveLength(5)
  expect(await stop(first.server)).toBe(0)

  const second = await startServer('demo')
  expect(requests(second.printed)[0]?.key).not.toBe(requests(first.printed)[0]?.key)
  expect(await answers(second.printed)).toEqual(shown)
  expect(await stop(second.server)).toBe(0)

  await data('create-workspace', '--name', 'another')
  const refused = await run(['demo', '--port', '0'])
  expect(refused.status).toBe(1)
  expect(refused.stderr).toContain('other workspaces')
})

test('a data directory may lie deeper than the path of a socket can be', async () => {
  const shallow = directory
  directory = join(shallow, 'a'.repeat(60), 'b'.repeat(60))
  const { server } = await startServer()
  const made = await data('create-workspace', '--name', 'deep')
  expect(await stop(server)).toBe(0)
  expect(await data<{ id: string }[]>('list-workspaces')).toMatchObject([{ id: made.id }])
  directory = shallow
})

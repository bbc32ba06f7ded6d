import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { commands, commandsByFeature, operations } from './features.ts'
import { completionScript } from './interfaces/cli/completion.ts'
import { groupHelp, operationHelp, overview, serverHelp } from './interfaces/cli/help.ts'
import type { Operation } from './kernel/operation.ts'
import { version } from './lib/version.ts'
import { inForm, longTest, portion } from './testing/forms.ts'
import { installWithBrand } from './testing/installations.ts'
import {
  answer,
  cli,
  countExecutions,
  type Installation,
  type MadeBrand,
  makeInstallation,
  postgresProcesses,
} from './testing/processes.ts'
import { answersFile } from './testing/test-app.ts'

let sightline: Installation
let brand: MadeBrand

/** A module that makes standard error a terminal. */
const terminal = 'data:text/javascript,process.stderr.isTTY = true'

beforeEach(async () => {
  ;({ installation: sightline, brand } = await installWithBrand())
})

afterEach(() => sightline.remove())

test('several commands run at the same time without a server', async () => {
  const made = await Promise.all(['a', 'b'].map((name) => sightline.data('create-workspace', '--name', name)))
  const listed = await sightline.data<{ id: string }[]>('list-workspaces')
  const all = [brand.workspaceId, ...made.map(({ id }) => id)]
  expect(listed.map(({ id }) => id).sort()).toEqual(all.sort())
})

test('wrong usage exits with 2 and a rejected command with 1, both with the error body on standard error', async () => {
  const words = ['import-answers', '--brand-id', '00000000-0000-4000-8000-000000000000']
  const cases: [string[], number, string][] = [
    [['no-such-operation'], 2, 'invalid_request'],
    [['help', 'no-such-operation'], 2, 'invalid_request'],
    [['create-workspace', '--name', ''], 2, 'invalid_request'],
    [[...words, '--file', '/nonexistent'], 1, 'invalid_request'],
    [['serve', '--port', '70000'], 2, 'invalid_request'],
    [['demo', '--prot', '1'], 2, 'invalid_request'],
  ]
  for (const [words, status, code] of portion(cases, 0, 3)) {
    const ran = await sightline.run(words)
    expect({ words, status: ran.status, stdout: ran.stdout }).toEqual({ words, status, stdout: '' })
    const { error } = JSON.parse(ran.stderr)
    expect(error.code).toBe(code)
    expect(error.request_id).toMatch(/^[0-9a-f-]{36}$/)
  }
})

test('a person at a terminal reads a sentence instead of the error body, but not with --json', async () => {
  const words = ['create-key', '--workspace-id', brand.workspaceId, '--name', 'k', '--scope', 'nope']
  const shown = await sightline.run(words, { preload: terminal })
  expect(shown).toEqual({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(/^error: --scope must be one of read:basic, .*\n$/),
  })
  const unknown = await sightline.run(['list-promts'], { preload: terminal })
  expect([unknown.status, unknown.stderr]).toEqual([2, expect.stringMatching(/^error: unknown command /)])
  const asked = await sightline.run(['list-promts', '--json'], { preload: terminal })
  expect(JSON.parse(asked.stderr).error.code).toBe('invalid_request')
})

test('Ctrl-C stops an import, which says what it kept, and exits with 130', async () => {
  const words = ['import-answers', '--brand-id', brand.brandId, '--file', '-']
  const early = sightline.start(words)
  while (postgresProcesses(sightline.directory).length === 0) await sleep(20)
  early.process.kill('SIGINT')
  const ended = await early.ended
  expect([ended.status, JSON.parse(ended.stderr).error.message]).toEqual([
    130,
    'interrupted before anything was stored; run the same command again to import the rest',
  ])
  if (inForm(true, false)) return

  // The progress shows that a batch is stored, with and without a server.
  for (const isServed of [false, true]) {
    if (isServed) await sightline.startServer()
    const importing = sightline.start(words, { preload: terminal })
    const shown = new Promise<void>((resolve) =>
      importing.process.stderr?.on('data', (text: string) => {
        if (/ 2000 answers/.test(text)) resolve()
      }),
    )
    const answers = Array.from({ length: 2500 }, (_, number) => ({ ...answer(number), id: String(number) }))
    importing.process.stdin?.write(`${answersFile(answers)}\n`)
    await shown
    importing.process.kill('SIGINT')
    const { status, stderr } = await importing.ended
    expect([status, stderr]).toEqual([
      130,
      expect.stringMatching(/error: interrupted after 2000 answers, which are kept; run the same command again/),
    ])
  }
})

test('a failing command prints only its error to standard error, whatever the cause', async () => {
  const words = ['list-workspaces', '--json']
  const environment = { DATABASE_URL: 'postgres://x:y@127.0.0.1:1/none' }
  const failed = await sightline.run(words, { environment })
  expect([failed.status, failed.stdout]).toEqual([1, ''])
  expect(JSON.parse(failed.stderr).error.code).toBe('service_unavailable')
})

test.runIf(existsSync('/dev/full'))(
  'output that cannot be written is a failure, unless its reader has closed it',
  () => {
    const inShell = (rest: string) =>
      spawnSync('sh', ['-c', `{ "$0" "$1" help; echo "status $?" >&2; } ${rest}`, process.execPath, cli], {
        encoding: 'utf8',
      }).stderr
    expect(inShell('> /dev/full')).toMatch(/the command succeeded, but .*ENOSPC.*status 1\n$/s)
    expect(inShell('| true')).toBe('status 0\n')
  },
)

test('a port in use is not wrong usage', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => holder.once('listening', resolve))
  const { port } = holder.address() as AddressInfo
  // The error comes before the stores are created, which takes the demo a minute.
  const fresh = mkdtempSync(join(tmpdir(), 'sightline-taken-'))
  for (const command of portion(['serve', 'demo'], 0, 2)) {
    const words = [command, '--port', String(port), '--data-dir', fresh]
    const { status, stderr } = await sightline.run(words)
    expect([status, JSON.parse(stderr).error.message]).toEqual([1, expect.stringContaining('is taken')])
    expect(readdirSync(fresh)).toEqual(['lock'])
  }
  rmSync(fresh, { recursive: true })
  holder.close()
})

const createKey = operations.find(({ name }) => name === 'create-key') as Operation
const helps: [string[], string][] = [
  [['help', 'serve'], serverHelp('serve')],
  [['--help'], overview(commandsByFeature)],
  [['create-key', '-h'], operationHelp(createKey)],
  [['help', 'collection'], groupHelp('collection', commandsByFeature) as string],
  [['--version'], version],
  [['help'], overview(commandsByFeature)],
  [['help', 'create-key'], operationHelp(createKey)],
  [['serve', '--help'], serverHelp('serve')],
  [['completion', 'fish'], completionScript(commands, ['fish'])],
]

test.each(portion(helps, 0, helps.length))(
  'help exists for everything, in each form, and so does the version: %j',
  async (words, text) => {
    expect(await sightline.run(words)).toEqual({ status: 0, stdout: `${text}\n`, stderr: '' })
  },
)

test('a running server runs the commands: list fields, standard input, gzip, a second server', async () => {
  const server = await sightline.startServer()
  const { url } = server
  expect(server.printed).toContain(`Sightline listens on ${url} (`)
  const { workspaceId, brandId, secret } = brand
  const words = ['create-competitor', '--brand-id', brandId, '--name', 'Globex', '--primary-url', 'https://globex.com']
  expect(await sightline.data(...words, '--alias', 'Globex Inc', '--alias', 'GBX')).toMatchObject({
    aliases: ['Globex Inc', 'GBX'],
  })

  const piped = await sightline.run(['import-answers', '--brand-id', brandId, '--file', '-', '--json'], {
    input: answersFile([answer(1), answer(2)]),
  })
  expect(JSON.parse(piped.stdout)).toEqual({ imported: 2, duplicates: 0, rejected: 0, first_rejections: [] })
  const zipped = join(sightline.directory, 'answers.jsonl.gz')
  writeFileSync(zipped, gzipSync(`${answersFile([answer(2), answer(3)])}\nnonsense`))
  expect(await sightline.data('import-answers', '--brand-id', brandId, '--file', zipped)).toEqual({
    imported: 1,
    duplicates: 1,
    rejected: 1,
    first_rejections: [{ line: 3, reason: 'the line is not JSON' }],
  })
  expect(await countExecutions(url, brand)).toBe(3)
  // A file in another format fails, and the brand has a name.
  const table = await sightline.run(['import-answers', '--brand-id', 'ACME', '--file', '-', '--json'], {
    input: 'prompt,answer',
  })
  expect([table.status, JSON.parse(table.stdout)]).toEqual([1, expect.objectContaining({ imported: 0, rejected: 1 })])

  const unreadable = [sightline.directory, ...(process.platform === 'linux' ? ['/proc/self/mem'] : [])]
  for (const path of unreadable) {
    const ran = await sightline.run(['import-answers', '--brand-id', brandId, '--file', path])
    const { error } = JSON.parse(ran.stderr)
    expect([ran.status, error.code, error.message]).toEqual([1, 'invalid_request', expect.stringMatching(/^file: /)])
  }

  const second = await sightline.run(['serve', '--port', '0'])
  expect(second.status).toBe(1)
  expect(second.stderr).toContain(`process ${server.process.pid}`)

  const keys = await sightline.operate<{ id: string }[]>('list-keys', { workspace_id: workspaceId })
  await sightline.operate('revoke-key', { key_id: keys[0]?.id as string })
  const refused = await fetch(`${url}/v1/me`, { headers: { authorization: `Bearer ${secret}` } })
  expect(await refused.json()).toMatchObject({ error: { code: 'token_revoked' } })

  expect(await server.stop()).toBe(0)
  expect(existsSync(join(sightline.directory, 'control.sock'))).toBe(false)
})

longTest('the demo prints a key and three working requests, and finds its data after a restart', async () => {
  const requests = (printed: string) =>
    [...printed.matchAll(/Bearer (\S+)' '(\S+)'/g)].map(([, key, url]) => ({ key, url }))
  // Past days only: the demo collects today's run at the same time.
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const answers = async (printed: string) => {
    const responses = requests(printed).map(({ key, url = '' }) =>
      fetch(url.includes('?') ? `${url}&end_date=${yesterday}` : url, {
        headers: { authorization: `Bearer ${key}` },
      }),
    )
    return Promise.all(
      (await Promise.all(responses)).map(async (response) => ({
        ...((await response.json()) as object),
        request_id: '',
      })),
    )
  }
  await sightline.remove()
  sightline = makeInstallation()
  const first = await sightline.startServer('demo')
  expect(requests(first.printed)).toHaveLength(3)
  const shown = (await answers(first.printed)) as unknown as { data: { visibility_pct: number }[] }[]
  expect(shown[0]?.data).toHaveLength(1)
  expect(shown[1]?.data[0]?.visibility_pct).toBeGreaterThan(10)
  expect(shown[2]?.data).toHaveLength(5)
  expect(await first.stop()).toBe(0)
  const second = await sightline.startServer('demo')
  expect(requests(second.printed)[0]?.key).not.toBe(requests(first.printed)[0]?.key)
  expect(await answers(second.printed)).toEqual(shown)
  expect(await second.stop()).toBe(0)

  await sightline.data('create-workspace', '--name', 'another')
  const refused = await sightline.run(['demo', '--port', '0'])
  expect(refused.status).toBe(1)
  expect(refused.stderr).toContain('other workspaces')
})

longTest('a data directory may be deeper than a socket path can be', async () => {
  const directory = join(sightline.directory, 'a'.repeat(60), 'b'.repeat(60))
  const { installation: deep } = await installWithBrand({}, directory)
  const server = await deep.startServer()
  const made = await deep.data('create-workspace', '--name', 'deep')
  expect(await server.stop()).toBe(0)
  const listed = await deep.data<{ id: string }[]>('list-workspaces')
  expect(listed.map(({ id }) => id)).toContain(made.id)
  await deep.remove()
})

test.runIf(inForm(false, process.getuid?.() === 0))('data copied by root is read like the original', async () => {
  const copied = makeInstallation()
  expect(spawnSync('cp', ['-r', `${sightline.directory}/.`, copied.directory]).status).toBe(0)
  const listed = await copied.data<{ id: string }[]>('list-workspaces')
  await copied.remove()
  expect(listed).toMatchObject([{ id: brand.workspaceId }])
})

longTest('a server that listens on all addresses says so, after a URL that works locally', async () => {
  const server = await sightline.startServer('serve', { environment: { HOST: '0.0.0.0' } })
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  expect(server.printed).toContain(`Sightline listens on ${server.url} and on all other addresses of this machine (`)
  // An unfinished request does not keep the server from stopping.
  const { hostname, port } = new URL(server.url)
  const slow = connect(Number(port), hostname)
  slow.on('error', () => {})
  slow.write('GET /healthz HTTP/1.1\r\nhost: x\r\nx-unfinished: ')
  const writing = setInterval(() => slow.write('x'), 500)
  await fetch(`${server.url}/healthz`)
  expect(await server.stop()).toBe(0)
  clearInterval(writing)
})

test('an impossible data directory is rejected, without endless retries', async () => {
  const file = join(sightline.directory, 'a-file')
  writeFileSync(file, '')
  for (const DATA_DIR of portion([file, '/proc/x', '/dev/null/x'], 0, 3)) {
    const { status, stderr } = await sightline.run(['create-workspace', '--name', 'x', '--data-dir', DATA_DIR])
    expect([status, JSON.parse(stderr).error.message]).toEqual([
      1,
      expect.stringContaining(`the data directory ${DATA_DIR} cannot be used: E`),
    ])
  }
})

test('a read of a missing data directory fails and creates nothing', async () => {
  const missing = join(sightline.directory, 'mistyped')
  for (const words of portion([['list-workspaces'], ['mcp']], 1, 2)) {
    const { status, stderr } = await sightline.run([...words, '--data-dir', missing])
    expect([status, JSON.parse(stderr).error.message]).toEqual([
      1,
      expect.stringContaining(`the data directory ${missing} does not exist`),
    ])
  }
  expect(existsSync(missing)).toBe(false)
})

test('a read of a directory that is no data directory fails and leaves it unchanged', async () => {
  const other = join(sightline.directory, 'documents')
  mkdirSync(other)
  for (const words of portion([['list-workspaces'], ['mcp']], 0, 2)) {
    const { status, stderr } = await sightline.run([...words, '--data-dir', other])
    expect([status, JSON.parse(stderr).error.message]).toEqual([
      1,
      expect.stringMatching(/^--data-dir: .*documents is not a data directory of Sightline; /),
    ])
  }
  expect(readdirSync(other)).toEqual([])
})

test('an unknown command suggests the nearest one', async () => {
  const mistakes = [
    ['list-promts', 'list-prompts'],
    ['invite', 'create-invitation'],
    ['list-traffic', 'list-ai-traffic'],
  ] as const
  for (const [typed, meant] of portion(mistakes, 1, 3)) {
    const { stderr } = await sightline.run([typed])
    expect(JSON.parse(stderr).error.message).toContain(`did you mean ${meant}?`)
  }
})

test('lists print every row or their period; --limit truncates them and prints how many are left', async () => {
  const { brandId } = brand
  await sightline.startServer()
  const days = ['--start-date', '2026-01-01', '--end-date', '2026-01-02']
  const { stdout, stderr } = await sightline.run(['list-ai-traffic', '--brand-id', brand.brandId, ...days])
  const period = 'The period is 2026-01-01 to 2026-01-02; change it with --start-date and --end-date\n'
  expect([stdout, stderr]).toEqual(['(none)\n', period])
  // Its period is null before the first search.
  const suggested = await sightline.run(['list-competitor-suggestions', '--brand-id', brand.brandId])
  expect([suggested.status, suggested.stdout, suggested.stderr]).toEqual([0, '(none)\n', ''])
  const lines = Array.from({ length: 123 }, (_, index) => ({ ...answer(index), prompt: `prompt ${index}` }))
  const input = answersFile(lines)
  await sightline.run(['import-answers', '--brand-id', brandId, '--file', '-'], { input })
  const list = ['list-prompts', '--brand-id', brandId]
  const all = await sightline.data<{ text: string }[]>(...list)
  expect(new Set(all.map(({ text }) => text))).toEqual(new Set(lines.map(({ prompt }) => prompt)))
  const cut = await sightline.run([...list, '--limit', '2', '--json'])
  expect(JSON.parse(cut.stdout)).toEqual(all.slice(0, 2))
  expect(cut.stderr).toBe('121 more rows; raise --limit, or omit it to list every row\n')
  const wrong = await sightline.run([...list, '--limit', '0'])
  expect([wrong.status, JSON.parse(wrong.stderr).error.message]).toEqual([1, expect.stringMatching(/^--limit: /)])
  const most = await sightline.run([...list, '--limit', '122', '--json'])
  expect([JSON.parse(most.stdout).length, most.stderr]).toEqual([122, expect.stringMatching(/^1 more row; /)])
})

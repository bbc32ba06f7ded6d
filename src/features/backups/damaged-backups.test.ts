import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { longTest } from '../../testing/forms.ts'
import { clickhouseRows } from '../../testing/stored-rows.ts'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'

let running: TestApp
let folder: string
let made: string

beforeAll(async () => {
  running = await startTestApp()
  folder = mkdtempSync(join(tmpdir(), 'sightline-damaged-'))
  made = join(folder, 'made')
  const workspace = await running.operate('create-workspace', { name: 'W' })
  const brand = await running.operate('create-brand', { workspace_id: workspace.id, name: 'Acme' })
  const answers = Array.from({ length: 200 }, (_, number) => ({
    prompt: `Which ${number}?`,
    engine: 'chatgpt',
    executed_at: '2026-03-01T10:00:00Z',
    answer: `Acme ${number}`,
  }))
  await running.operate('import-answers', { brand_id: brand.id }, answersFile(answers))
  await running.operate('backup', { to: made })
  await running.close()
  running = await startTestApp()
})
afterAll(async () => {
  await running.close()
  rmSync(folder, { recursive: true, force: true })
})

async function refusal(name: string, input: Record<string, string>): Promise<string[]> {
  const outcome = await running.tryOperate(name, input)
  return 'failure' in outcome ? [outcome.failure.error.code, outcome.failure.error.message] : []
}

/** Number of ClickHouse rows restored. */
const restoredRows = async () => {
  const rows = await clickhouseRows(running.app.services)
  return (rows.get('answers')?.length ?? 0) + (rows.get('readings')?.length ?? 0)
}

const flipped = (bytes: Buffer, at: number) => bytes.with(at, (bytes[at] as number) ^ 1)
const damages: [string, (bytes: Buffer) => Uint8Array][] = [
  ['a flipped bit in its middle', (bytes) => flipped(bytes, bytes.length >> 1)],
  ['a flipped bit in its header', (bytes) => flipped(bytes, 1)],
  ['a flipped bit in the time in the gzip header', (bytes) => flipped(bytes, 5)],
  ['a flipped bit at its end', (bytes) => flipped(bytes, bytes.length - 1)],
  ['its end cut off', (bytes) => bytes.subarray(0, bytes.length - 9)],
  ['no content', (bytes) => bytes.subarray(0, 0)],
]
const tables = ['answers', 'prompts', 'readings']
const manifestOf = (edit: (manifest: Record<string, unknown>) => void) => {
  const manifest = JSON.parse(readFileSync(join(made, 'manifest.json'), 'utf8'))
  edit(manifest)
  return JSON.stringify(manifest)
}

test.each(damages)('restores nothing if a file has %s, and names the file', async (_, damage) => {
  for (const table of tables) {
    const file = join(made, `${table}.jsonl.gz`)
    const whole = readFileSync(file)
    writeFileSync(file, damage(whole))
    expect(await refusal('restore', { from: made })).toEqual([
      'conflict',
      `from: ${file} is damaged: its checksum is wrong`,
    ])
    writeFileSync(file, whole)
    expect(await restoredRows()).toBe(0)
  }
})

longTest('names a damaged file in a backup of an earlier release, which has no checksums', async () => {
  const manifest = readFileSync(join(made, 'manifest.json'))
  writeFileSync(
    join(made, 'manifest.json'),
    manifestOf((edited) => delete edited.sha256),
  )
  for (const table of tables) {
    const file = join(made, `${table}.jsonl.gz`)
    const whole = readFileSync(file)
    for (const broken of [whole.subarray(0, whole.length >> 1), flipped(whole, whole.length - 6)]) {
      writeFileSync(file, broken)
      expect(await refusal('restore', { from: made })).toEqual([
        'conflict',
        expect.stringMatching(/^from: .*\.jsonl\.gz is damaged: file: the gzip data is (cut off|damaged)/),
      ])
    }
    writeFileSync(file, whole)
  }
  expect(await running.operate<unknown[]>('list-workspaces')).toEqual([])
  // The failed attempts do not block a restore of the intact backup, with or without checksums.
  await running.operate('restore', { from: made })
  expect(await restoredRows()).toBe(400)
  writeFileSync(join(made, 'manifest.json'), manifest)
})

test('refuses a path that cannot hold a folder', async () => {
  for (const place of ['/proc/x', '/proc/x/y/z', '/dev/fd/x', '/dev/null/x', '/proc/self/fd/x', '/sys/x']) {
    expect(await refusal('backup', { to: place }), place).toEqual([
      'invalid_request',
      expect.stringMatching(/^to: E[A-Z]+: /),
    ])
  }
  const deep = join(folder, 'one', 'two', 'three')
  await running.operate('backup', { to: deep })
  expect(existsSync(join(deep, 'manifest.json'))).toBe(true)
})

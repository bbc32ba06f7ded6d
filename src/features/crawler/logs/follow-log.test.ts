import { writeFileSync } from 'node:fs'
import { appendFile, mkdtemp, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { followLog } from './follow-log.ts'

let folder: string
let path: string
let stop: AbortController
let following: Promise<void> | undefined
let read: [file: number, text: string][]
let endOffset: number

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'follow-'))
  path = join(folder, 'access.log')
  stop = new AbortController()
  read = []
  endOffset = -1
})
afterEach(async () => {
  stop.abort()
  await following
  await rm(folder, { recursive: true })
})

function follow(offset = 0): void {
  following = (async () => {
    for await (const some of followLog(path, { signal: stop.signal, offset, pollMs: 5 })) {
      for (const line of some.lines.toString().split(/(?<=\n)/)) read.push([some.file, line])
      endOffset = some.endOffset
    }
  })()
}

/** Waits until exactly these lines have been read. */
const expectRead = (...lines: [file: number, text: string][]) => expect.poll(() => read).toEqual(lines)
/** Waits long enough for several polls. */
const polls = () => new Promise((resolve) => setTimeout(resolve, 60))

it('reads existing lines of a log, then new ones', async () => {
  await writeFile(path, 'one\ntwo\nthr')
  follow()
  await expectRead([0, 'one\n'], [0, 'two\n'])
  await polls()
  expect(endOffset).toBe(8)
  await appendFile(path, 'ee\nfour')
  await expectRead([0, 'one\n'], [0, 'two\n'], [0, 'three\n'])
  expect(endOffset).toBe(14)
})

it('starts reading at the given offset', async () => {
  await writeFile(path, 'one\ntwo\n')
  follow(4)
  await expectRead([0, 'two\n'])
})

it('reads a renamed file to its end before its replacement', async () => {
  await writeFile(path, 'one\n')
  follow()
  await expectRead([0, 'one\n'])
  await rename(path, `${path}.1`)
  await appendFile(`${path}.1`, 'two\n')
  await expectRead([0, 'one\n'], [0, 'two\n'])
  await appendFile(`${path}.1`, 'three\nlast without an end')
  await writeFile(path, 'new\n')
  await expectRead([0, 'one\n'], [0, 'two\n'], [0, 'three\n'], [0, 'last without an end'], [1, 'new\n'])
  await rename(path, `${path}.2`)
  await writeFile(path, 'newer\n')
  await expect.poll(() => read.at(-1)).toEqual([2, 'newer\n'])
})

it('waits for a removed file to be created again', async () => {
  await writeFile(path, 'one\n')
  follow()
  await expectRead([0, 'one\n'])
  await rm(path)
  await polls()
  await writeFile(path, 'two\n')
  await expectRead([0, 'one\n'], [1, 'two\n'])
})

it('starts over after the file is emptied', async () => {
  await writeFile(path, 'one\ntwo\nrest')
  follow()
  await expectRead([0, 'one\n'], [0, 'two\n'])
  await truncate(path)
  await expectRead([0, 'one\n'], [0, 'two\n'], [0, 'rest'])
  await appendFile(path, 'new\n')
  await expectRead([0, 'one\n'], [0, 'two\n'], [0, 'rest'], [1, 'new\n'])
})

it('starts over after the file is truncated to its beginning', async () => {
  const first = `${'x'.repeat(400)}\n`
  await writeFile(path, `${first}two\n`)
  follow()
  await expectRead([0, first], [0, 'two\n'])
  await truncate(path, first.length)
  await expectRead([0, first], [0, 'two\n'], [1, first])
})

it('detects truncation even if the file has since grown past the read position', async () => {
  await writeFile(path, 'one\ntwo\n')
  follow()
  await expectRead([0, 'one\n'], [0, 'two\n'])
  await writeFile(path, 'uno\ndue\ntre\n')
  await expectRead([0, 'one\n'], [0, 'two\n'], [1, 'uno\n'], [1, 'due\n'], [1, 'tre\n'])
})

it('starts over whenever the file is overwritten', async () => {
  await writeFile(path, 'first\n')
  follow()
  await expectRead([0, 'first\n'])
  const expected: [file: number, text: string][] = [[0, 'first\n']]
  for (let file = 1; file <= 300; file++) {
    for (let turns = file % 12; turns > 0; turns--) await setImmediate()
    const lines = Array.from({ length: file + 1 }, (_, line) => `line ${line} of ${file}\n`)
    writeFileSync(path, lines.join(''))
    expected.push(...lines.map((line): [number, string] => [file, line]))
    await expect.poll(() => read.length, { interval: 1 }).toBe(expected.length)
  }
  expect(read).toEqual(expected)
})

it('reads files of any size and stops when aborted', async () => {
  const lines = Array.from({ length: 30_000 }, (_, index) => `line ${index}\n`)
  await writeFile(path, lines.join(''))
  follow()
  await expect.poll(() => read.length).toBe(lines.length)
  expect(read.map(([, line]) => line)).toEqual(lines)
  expect(endOffset).toBe(lines.join('').length)
  stop.abort()
  await following
})

it('fails if the log file does not exist at the start', async () => {
  const none = followLog(path, { signal: stop.signal })
  await expect(none.next()).rejects.toMatchObject({ code: 'ENOENT' })
})

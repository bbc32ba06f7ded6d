import { describe, expect, it } from 'vitest'
import { type ReadLogOptions, readLog } from './read-log.ts'

const common = '192.0.2.7 - - [10/Oct/2000:13:55:36 +0000] "GET / HTTP/1.0" 200 2326\n'
const combined = common.replace('\n', ' "-" "GPTBot"\n')

async function* piecesOf(pieces: readonly string[], failure?: Error) {
  for (const piece of pieces) yield Buffer.from(piece)
  if (failure !== undefined) throw failure
}

async function read(log: AsyncIterable<Buffer>, options: Omit<ReadLogOptions<boolean>, 'wanted' | 'name'> = {}) {
  const reading = readLog(log, { name: 'file', wanted: () => true, ...options })
  let visits = 0
  for await (const some of reading) visits += some.map(({ identify }) => identify()).length
  return { visits, format: reading.format(), lines: reading.counts().lines }
}

it('detects the format, and also reads the lines used for detection', async () => {
  expect(await read(piecesOf(['bad\n', common, combined, combined, combined]))).toEqual({
    visits: 3,
    format: 'common',
    lines: 5,
  })
  expect(await read(piecesOf([combined.repeat(3), combined.repeat(500)]))).toEqual({
    visits: 503,
    format: 'combined',
    lines: 503,
  })
})

it('detects the format from the first 100 non-empty lines, in any chunks', async () => {
  const log = `# a comment\n\n${'bad\n'.repeat(99)}${combined}${common.repeat(50)}`
  const whole = await read(piecesOf([log]))
  expect(whole).toEqual({ visits: 1, format: 'combined', lines: 152 })
  expect(await read(piecesOf(log.split(/(?<=\n)/)))).toEqual(whole)
})

it('uses the given log format', async () => {
  expect(await read(piecesOf([combined]), { format: 'json' })).toEqual({
    visits: 0,
    format: 'json',
    lines: 1,
  })
})

it('detects the format of a live log without waiting for more lines than needed', async () => {
  const reading = readLog(
    (async function* () {
      yield Buffer.from('bad\n')
      yield Buffer.from(combined)
      await new Promise(() => {})
    })(),
    { name: 'file', wanted: () => true, isLive: true },
  )
  let lines = 0
  for await (const visits of reading) {
    lines += 1
    if (visits.length > 0) break
  }
  expect([lines, reading.format()]).toEqual([2, 'combined'])
})

describe('a log without a request', () => {
  it('is rejected if it has other lines', async () => {
    await expect(read(piecesOf(['hello\n', 'world\n']))).rejects.toMatchObject({ code: 'invalid_request' })
    const late = ['bad\n'.repeat(100), combined]
    await expect(read(piecesOf(late))).rejects.toThrow('format: not detected from the first lines')
  })

  it('is accepted if it is empty or contains only comments', async () => {
    expect(await read(piecesOf([]))).toEqual({ visits: 0, format: undefined, lines: 0 })
    expect(await read(piecesOf(['#Version: 1.0\r\n', '\r\n', '#Fields: date\r\n']))).toMatchObject({
      visits: 0,
      lines: 3,
    })
  })
})

it('yields the lines before a read error, then rethrows it', async () => {
  const failure = new Error('cut off')
  for (const format of [undefined, 'combined'] as const) {
    const reading = readLog(piecesOf([combined, combined], failure), {
      name: 'file',
      wanted: () => true,
      format,
    })
    let visits = 0
    const all = (async () => {
      for await (const some of reading) visits += some.length
    })()
    await expect(all).rejects.toBe(failure)
    expect(visits).toBe(2)
  }
  await expect(read(piecesOf(['bad\n'], failure))).rejects.toBe(failure)
})

it('stops when more than nine in ten of over 50,000 lines cannot be read', async () => {
  const bad = 'bad\n'.repeat(10_000)
  const many = [combined, ...Array.from({ length: 6 }, () => bad)]
  await expect(read(piecesOf(many), { format: 'combined' })).rejects.toThrow(
    'file: 60000 of 60001 lines do not fit, such as line 2 (',
  )
  const distinct = Array.from({ length: 7000 }, (_, n) => combined.replace('GET /', `GET /${n}`)).join('')
  expect(await read(piecesOf([distinct, ...many]), { format: 'combined' })).toMatchObject({ lines: 67_001 })
  expect(await read(piecesOf(many), { format: 'combined', isLive: true })).toMatchObject({ lines: 60_001 })
})

it('refuses a log that has a line more than 10,000 times', async () => {
  expect(await read(piecesOf([combined.repeat(10_000)]))).toMatchObject({ visits: 10_000 })
  await expect(read(piecesOf([combined.repeat(10_001)]))).rejects.toThrow(
    'file: line 10001 occurs more than 10000 times; remove its copies',
  )
})

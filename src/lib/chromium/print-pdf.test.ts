import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium } from './find-chromium.ts'
import { printPdf } from './print-pdf.ts'

const chromium = findChromium(undefined)
const signal = new AbortController().signal
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'print-test-'))
  // Readable for the user that Chromium runs as.
  chmodSync(folder, 0o755)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Creates a script that replaces Chromium. */
function program(name: string, script: string): string {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}
const leftovers = () => readdirSync(tmpdir()).filter((name) => name.startsWith('sightline-chromium-'))

describe('Chromium', () => {
  it('is found at the given path or on the PATH, unless disabled', () => {
    const path = program('google-chrome', 'exit 0')
    writeFileSync(join(folder, 'chromium'), 'no program')
    expect(findChromium(path)).toBe(path)
    expect(findChromium(undefined, `/nowhere:${folder}`)).toBe(path)
    expect(findChromium(undefined, '/nowhere')).toBeUndefined()
    expect(findChromium(join(folder, 'missing'))).toBeUndefined()
    expect(findChromium('none', folder)).toBeUndefined()
  })

  it('is stopped with all its child processes on timeout, and leaves no files', async () => {
    const before = leftovers()
    const pids = join(folder, 'pids')
    writeFileSync(pids, '')
    chmodSync(pids, 0o666)
    const executable = program('hangs', `sleep 600 & echo $! >> ${pids}; echo $$ >> ${pids}; wait`)
    await expect(printPdf('<p>x</p>', { executable, timeoutMs: 1500, signal })).rejects.toThrow(/took longer/)
    const started = readFileSync(pids, 'utf8').trim().split('\n').map(Number)
    expect(started).toHaveLength(2)
    const isRunning = (pid: number) =>
      existsSync(`/proc/${pid}/stat`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    await expect.poll(() => started.filter(isRunning)).toEqual([])
    expect(leftovers()).toEqual(before)
  })

  it('is stopped on abort, and its failures are reported as errors', async () => {
    const executable = program('sleeps', 'sleep 600')
    const ending = new AbortController()
    const printed = printPdf('<p>x</p>', { executable, timeoutMs: 60_000, signal: ending.signal })
    setTimeout(() => ending.abort(new Error('closing')), 100)
    await expect(printed).rejects.toThrow('closing')
    const fails = program('fails', 'echo no sandbox >&2; exit 3')
    await expect(printPdf('', { executable: fails, timeoutMs: 60_000, signal })).rejects.toThrow(
      'Chromium exited with 3: no sandbox',
    )
    const silent = program('silent', 'exit 0')
    await expect(printPdf('', { executable: silent, timeoutMs: 60_000, signal })).rejects.toThrow('wrote no PDF')
    await expect(printPdf('', { executable: join(folder, 'missing'), timeoutMs: 60_000, signal })).rejects.toThrow(
      'ENOENT',
    )
  })

  it('does not receive the environment of the server', async () => {
    const output = join(folder, 'environment')
    writeFileSync(output, '')
    chmodSync(output, 0o666)
    process.env.SIGHTLINE_TEST_SECRET = 'planted-value'
    await printPdf('', { executable: program('tells', `env > ${output}`), timeoutMs: 60_000, signal }).catch(() => {})
    delete process.env.SIGHTLINE_TEST_SECRET
    expect(readFileSync(output, 'utf8')).toContain('HOME=')
    expect(readFileSync(output, 'utf8')).not.toContain('planted-value')
  })
})

describe.runIf(chromium !== undefined)('a page', () => {
  it('prints as text, sends no requests and leaves no files', async () => {
    const before = leftovers()
    let requests = 0
    const server = createServer((_, response) => {
      requests += 1
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const page = `<h1>Märchen 57.04 %</h1><img src="http://127.0.0.1:${port}/x"><link rel=stylesheet href="http://localhost:${port}/y">`
    const executable = chromium as string
    const pdf = await printPdf(page, { executable, timeoutMs: 120_000, signal })
    server.close()
    const { text } = await extractText(new Uint8Array(pdf), { mergePages: true })
    expect(text).toContain('Märchen 57.04 %')
    expect(requests).toBe(0)
    expect(leftovers()).toEqual(before)
  })
})

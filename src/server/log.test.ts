import { spawnSync } from 'node:child_process'
import { openSync } from 'node:fs'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { generateSecret } from '../lib/key-format.ts'
import { logOptions } from './log.ts'

/** The logged line of an error. */
function lineOf(error: Error): { err: Record<string, string> } {
  const lines: string[] = []
  const log = pino(logOptions('info'), { write: (text: string) => void lines.push(text) })
  log.error({ err: error }, 'failed')
  return JSON.parse(lines.join(''))
}

test('the logged line has an error’s type and message, but no fields attached by a client', () => {
  const cause = Object.assign(new Error('refused'), { response: { headers: { 'x-api-key': 'attached' } } })
  const attached = {
    ...{ code: '23505', statusCode: 401, table: 'tags', detail: 'Key (name)=(attached) already exists.' },
    ...{
      responseHeaders: { 'x-echo': 'attached' },
      responseBody: 'attached',
      requestBodyValues: ['attached'],
    },
    ...{ errors: [Object.assign(new Error('first'), { body: 'attached' })] },
  }
  const { err } = lineOf(Object.assign(new Error('it failed', { cause }), attached))
  expect(err).toEqual({
    ...{ type: 'Error', code: '23505', statusCode: 401, table: 'tags', message: 'it failed: refused' },
    stack: expect.stringContaining('log.test.ts'),
  })
  expect(JSON.stringify(err)).not.toContain('attached')
})

test('a logged error message is limited in length and contains no key', () => {
  const secret = generateSecret()
  const { err } = lineOf(new Error(`${secret} ${'x'.repeat(100_000)}`))
  expect(err.message?.length).toBeLessThan(5000)
  expect(JSON.stringify(err)).not.toContain(secret)
  expect(err.stack?.length).toBeLessThan(13_000)
})

test.runIf(process.platform === 'linux')(
  'a log that can no longer be written does not keep a process from exiting',
  () => {
    const program = `import { createLog } from '${new URL('./log.ts', import.meta.url)}'
    createLog('info', 'stdout').info('first')
    setTimeout(() => process.exit(7), 200)`
    const args = ['--input-type=module', '-e', program]
    const ended = spawnSync(process.execPath, args, {
      stdio: ['ignore', openSync('/dev/full', 'w'), 'inherit'],
    })
    expect(ended.status).toBe(7)
  },
)

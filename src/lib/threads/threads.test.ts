import { expect, test } from 'vitest'
import { createThreads } from './threads.ts'

const module = new URL('./testing/stuck-thread.ts', import.meta.url)

test('a thread that is stuck when the program closes is ended, and its caller told why', async () => {
  const threads = createThreads({ module, maxThreads: 1, stopTimeoutMs: 1 })
  const closing = new AbortController()
  const begun = new Int32Array(new SharedArrayBuffer(4))
  const stuck = threads.run('getStuck', { begun }, closing.signal)
  const behind = threads.run('answerBack', { text: 'never' }, closing.signal)
  await Atomics.waitAsync(begun, 0, 0).value
  closing.abort(new Error('closing'))
  await expect(stuck).rejects.toThrow('closing')
  await expect(behind).rejects.toThrow('closing')
  // The only thread that there may be has ended.
  expect(await threads.run('answerBack', { text: 'anew' }, new AbortController().signal)).toBe('anew')
})

test('what ends in time is answered although the program closes', async () => {
  const threads = createThreads({ module, maxThreads: 1, stopTimeoutMs: 60_000 })
  const closing = AbortSignal.abort(new Error('closing'))
  expect(await threads.run('answerBack', { text: 'in time' }, closing)).toBe('in time')
})

test('a call that takes too long ends with its thread; what waits behind it has its own time', async () => {
  const threads = createThreads({ module, maxThreads: 1, stopTimeoutMs: 1 })
  const { signal } = new AbortController()
  const timeoutMs = 3000
  const stuck = threads.run(
    'getStuck',
    { begun: new Int32Array(new SharedArrayBuffer(4)) },
    signal,
    timeoutMs,
  )
  const behind = threads.run('answerBack', { text: 'in its turn' }, signal, timeoutMs)
  await expect(stuck).rejects.toThrow('timeout')
  expect(await behind).toBe('in its turn')
})

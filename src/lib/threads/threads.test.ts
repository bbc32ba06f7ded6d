import { expect, test } from 'vitest'
import { createThreads } from './threads.ts'

const module = new URL('./testing/stuck-thread.ts', import.meta.url)

test('a stuck thread is terminated on abort, and its callers receive the reason', async () => {
  const threads = createThreads({ module, maxThreads: 1, stopTimeoutMs: 1 })
  const closing = new AbortController()
  const begun = new Int32Array(new SharedArrayBuffer(4))
  const stuck = threads.run('getStuck', { begun }, closing.signal)
  const queued = threads.run('answerBack', { text: 'never' }, closing.signal)
  await Atomics.waitAsync(begun, 0, 0).value
  closing.abort(new Error('closing'))
  await expect(stuck).rejects.toThrow('closing')
  await expect(queued).rejects.toThrow('closing')
  // The only allowed thread has ended.
  expect(await threads.run('answerBack', { text: 'anew' }, new AbortController().signal)).toBe('anew')
})

test('a call that finishes in time returns its result even after an abort', async () => {
  const threads = createThreads({ module, maxThreads: 1, stopTimeoutMs: 60_000 })
  const closing = AbortSignal.abort(new Error('closing'))
  expect(await threads.run('answerBack', { text: 'in time' }, closing)).toBe('in time')
})

test('a call that times out ends its thread; a queued call has its own timeout', async () => {
  const threads = createThreads({ module, maxThreads: 1, stopTimeoutMs: 1 })
  const { signal } = new AbortController()
  const timeoutMs = 3000
  const stuck = threads.run('getStuck', { begun: new Int32Array(new SharedArrayBuffer(4)) }, signal, timeoutMs)
  const queued = threads.run('answerBack', { text: 'in its turn' }, signal, timeoutMs)
  await expect(stuck).rejects.toThrow('timeout')
  expect(await queued).toBe('in its turn')
})

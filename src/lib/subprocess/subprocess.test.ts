import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createSubprocessPool, type SubprocessOptions } from './subprocess.ts'

const module = new URL('./testing/functions.ts', import.meta.url)
const never = new AbortController().signal

/** Resolved when a function has begun. */
let begun = Promise.withResolvers<void>()
const options: SubprocessOptions = {
  host: { begin: () => begun.resolve(), double: (number: number) => number * 2 },
  closing: never,
  log: { warn: () => {} },
}
const pool = createSubprocessPool(module, { ...options, concurrency: 2 })

const call = <T>(name: string, task: object = {}, closing = never) => pool.run<T>({ name, task, closing })

const nice = (pid: number) => Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[16])

test('a function receives its task, may call the host, and errors keep their names', async () => {
  expect(await call('double', { number: 21 })).toBe(42)
  await expect(call('fail')).rejects.toThrow(new RangeError('no such thing'))
})

test('processes have a lower priority, run calls concurrently and are reused', async () => {
  const [first, second, third] = await Promise.all([1, 2, 3].map(() => call<number>('ownId')))
  expect(second).toBe(first)
  expect(third).not.toBe(first)
  expect(await call('ownId')).toBe(first)
  expect(first).not.toBe(process.pid)
  if (process.platform === 'linux') expect(nice(Number(first))).toBeGreaterThan(nice(process.pid))
})

test.runIf(process.platform === 'linux')('a process with isWaitedFor has the default priority', async () => {
  const waitedFor = createSubprocessPool(module, { ...options, isWaitedFor: true })
  const id = await waitedFor.run<number>({ name: 'ownId', task: {}, closing: never })
  expect(id).not.toBe(process.pid)
  expect(nice(id)).toBe(nice(process.pid))
})

test('aborting a call does not stop other calls', async () => {
  const one = new AbortController()
  const stopped = call('waitToBeStopped', {}, one.signal)
  const other = new AbortController()
  const continuing = call('waitToBeStopped', {}, other.signal)
  one.abort()
  expect(await stopped).toBe('stopped')
  expect(await Promise.race([continuing, call('double', { number: 2 })])).toBe(4)
  other.abort()
  expect(await continuing).toBe('stopped')
})

test('a call reports progress only to its caller', async () => {
  const counting = async (to: number) => {
    const reported: number[] = []
    const onReport = (number: number) => void reported.push(number)
    await pool.run({ name: 'count', task: { to }, closing: never, onReport })
    return reported
  }
  expect(await Promise.all([counting(3), counting(2)])).toEqual([
    [1, 2, 3],
    [1, 2],
  ])
})

test('a stuck call is killed on abort, and the next call gets a new process', async () => {
  begun = Promise.withResolvers()
  const before = await call('ownId')
  const closing = new AbortController()
  const stuck = call('getStuck', {}, closing.signal)
  await begun.promise
  closing.abort(new Error('closing'))
  await expect(stuck).rejects.toThrow('closing')
  expect(await call('ownId')).not.toBe(before)
})

test('if the process exits, its calls fail, and the next call gets a new process', async () => {
  const [ending, concurrent] = [call('end'), call('waitToBeStopped')]
  await expect(ending).rejects.toThrow('ended with status 3')
  await expect(concurrent).rejects.toThrow('ended with status 3')
  expect(await call('double', { number: 3 })).toBe(6)
})

test('a process that cannot start fails its calls, and the pool recovers', async () => {
  const { execPath, env } = process
  const path = env.PATH
  const fresh = createSubprocessPool(module, options)
  try {
    process.execPath = '/nowhere/node'
    env.PATH = ''
    const failing = [1, 2].map(() => fresh.run({ name: 'ownId', task: {}, closing: never }))
    for (const one of failing) await expect(one).rejects.toThrow('ENOENT')
  } finally {
    process.execPath = execPath
    env.PATH = path
  }
  expect(await fresh.run({ name: 'ownId', task: {}, closing: never })).toBeGreaterThan(0)
})

test('reports an error that cannot be serialized and an unknown function', async () => {
  await expect(call('failWithSecrets')).rejects.toThrow('it holds a function')
  await expect(call('misspelt')).rejects.toThrow('no function misspelt')
  expect(await call('double', { number: 3 })).toBe(6)
})

test('a subprocess exits when its parent is killed, even while stuck', async () => {
  const program = fileURLToPath(new URL('./testing/killed-caller.ts', import.meta.url))
  const caller = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
  // Both lines may arrive in one chunk.
  const lines = createInterface(caller.stdout)[Symbol.asyncIterator]()
  const pid = (await lines.next()).value
  expect((await lines.next()).value).toBe('begun')
  caller.kill('SIGKILL')
  const isAlive = () => {
    try {
      return process.kill(Number(pid), 0)
    } catch {
      return false
    }
  }
  expect(isAlive()).toBe(true)
  while (isAlive()) await new Promise((resolve) => setTimeout(resolve, 50))
})

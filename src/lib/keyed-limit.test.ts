import { expect, test } from 'vitest'
import { createKeyedLimit } from './keyed-limit.ts'

test('limits concurrent calls per key and starts them in order', async () => {
  const limit = createKeyedLimit(2)
  const order: string[] = []
  const ends = new Map<string, () => void>()
  const run = (name: string) =>
    limit('key', async () => {
      order.push(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
    })
  const all = ['a', 'b', 'c', 'd'].map(run)
  await expect.poll(() => order).toEqual(['a', 'b'])
  ends.get('b')?.()
  await expect.poll(() => order).toEqual(['a', 'b', 'c'])
  ends.get('a')?.()
  await expect.poll(() => order).toEqual(['a', 'b', 'c', 'd'])
  for (const end of ends.values()) end()
  await Promise.all(all)
})

test('keys do not block each other, and a failed call releases its slot', async () => {
  const limit = createKeyedLimit(1)
  const waiting = limit('a', () => limit('b', async () => Promise.reject(new Error('failed'))))
  const next = limit('a', async () => 'next')
  await expect(waiting).rejects.toThrow('failed')
  expect(await next).toBe('next')
})

import { expect, test } from 'vitest'
import { createBatches } from './batches.ts'

/** Batches whose storage the test completes. */
function stored(isEager: boolean) {
  const begun: number[][] = []
  const ends: PromiseWithResolvers<void>[] = []
  const batches = createBatches<number>({
    full: 3,
    isEager,
    async store(items) {
      begun.push(items)
      const end = Promise.withResolvers<void>()
      ends.push(end)
      await end.promise
    },
  })
  const next = async (error?: Error) => {
    const end = ends.shift()
    if (error === undefined) end?.resolve()
    else end?.reject(error)
    await new Promise(setImmediate)
  }
  return { ...batches, begun, next }
}

const isOver = (work: Promise<void>) =>
  Promise.race([work.then(() => true), new Promise((resolve) => setImmediate(() => resolve(false)))])

test('stores full batches one after another, and the rest at the end', async () => {
  const { add, end, begun, next } = stored(false)
  await add([1, 2])
  expect(begun).toEqual([])
  await add([3, 4])
  expect(begun).toEqual([[1, 2, 3, 4]])
  await add([5])
  const waiting = add([6, 7])
  expect(await isOver(waiting)).toBe(false)
  await next()
  await waiting
  expect(begun).toEqual([
    [1, 2, 3, 4],
    [5, 6, 7],
  ])
  await add([8])
  const ending = end()
  await next()
  await next()
  await ending
  expect(begun.at(-1)).toEqual([8])
})

test('eager batches are stored immediately, then together with all items that arrived while storing', async () => {
  const { add, end, begun, next } = stored(true)
  await add([])
  expect(begun).toEqual([])
  await add([1])
  await add([2])
  await add([3])
  expect(begun).toEqual([[1]])
  await next()
  expect(begun).toEqual([[1], [2, 3]])
  await next()
  await end()
})

test.each([true, false])('rethrows a storage error and stores nothing more', async (isEager) => {
  const { add, end, begun, next } = stored(isEager)
  await add([1, 2, 3])
  await next(new Error('full'))
  await expect(add([4, 5, 6])).rejects.toThrow('full')
  await expect(end()).rejects.toThrow('full')
  expect(begun).toHaveLength(1)
})

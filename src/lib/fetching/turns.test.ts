import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

const signal = new AbortController().signal

/** Takes a turn and says when it has come. */
function queue(turns: ReturnType<typeof createTurns>, order: string[], name: string, stop = signal) {
  return turns.take('host', stop).then((leave) => {
    order.push(name)
    return leave
  })
}

test('turns are given in the order of asking, as many at a time as the limit', async () => {
  const turns = createTurns(2)
  const order: string[] = []
  const waiting = ['a', 'b', 'c', 'd'].map((name) => queue(turns, order, name))
  const leaveFirst = await waiting[0]
  await waiting[1]
  expect(order).toEqual(['a', 'b'])
  leaveFirst?.()
  await waiting[2]
  expect(order).toEqual(['a', 'b', 'c'])
})

test('names do not wait for each other', async () => {
  const turns = createTurns(1)
  await Promise.all([turns.take('a', signal), turns.take('b', signal)])
})

test('who gives up waiting takes nobody’s turn', async () => {
  const turns = createTurns(1)
  const order: string[] = []
  const stop = new AbortController()
  const leave = await queue(turns, order, 'a')
  const givenUp = queue(turns, order, 'b', stop.signal)
  const patient = queue(turns, order, 'c')
  stop.abort(new Error('enough'))
  await expect(givenUp).rejects.toThrow('enough')
  leave()
  await patient
  expect(order).toEqual(['a', 'c'])
  await expect(turns.take('other', stop.signal)).rejects.toThrow('enough')
})

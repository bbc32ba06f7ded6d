import { expect, test } from 'vitest'
import { withPriority } from './queries.ts'

/** Sends requests; returns the order in which they started, and a way to resolve them. */
function startRequests() {
  const asked: string[] = []
  const answers = new Map<string, PromiseWithResolvers<string>>()
  const ask = (name: Parameters<typeof withPriority>[0]) =>
    withPriority(name, () => {
      asked.push(name)
      const answer = Promise.withResolvers<string>()
      answers.set(name, answer)
      return answer.promise
    })
  return { asked, ask, answers }
}

test('the chart waits for the top figures, and the content below for both, until they have loaded or failed', async () => {
  const { asked, ask, answers } = startRequests()
  const below = ask('list-visibility-changes')
  const trend = ask('list-visibility-trend')
  const first = ask('list-competitor-rankings')
  const other = ask('list-topics')
  expect(asked).toEqual(['list-competitor-rankings', 'list-topics'])
  answers.get('list-competitor-rankings')?.resolve('rankings')
  expect(await first).toBe('rankings')
  await expect.poll(() => asked).toContain('list-visibility-trend')
  expect(asked).not.toContain('list-visibility-changes')
  answers.get('list-visibility-trend')?.reject(new Error('gone'))
  await expect(trend).rejects.toThrow('gone')
  await expect.poll(() => asked).toContain('list-visibility-changes')
  answers.get('list-visibility-changes')?.resolve('changes')
  expect(await below).toBe('changes')
  answers.get('list-topics')?.resolve('topics')
  expect(await other).toBe('topics')
})

test('pending top figures delay other requests only briefly', async () => {
  const { asked, ask } = startRequests()
  void ask('list-competitor-rankings')
  void ask('list-executions')
  await expect.poll(() => asked).toEqual(['list-competitor-rankings', 'list-executions'])
})

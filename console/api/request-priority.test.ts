import { expect, test } from 'vitest'
import { withPriority } from './request-priority.ts'

/** Asks for things; in the order in which they were asked for, and the way to answer them. */
function asking() {
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

test('what stands below figures is asked for once these have come, or failed', async () => {
  const { asked, ask, answers } = asking()
  const below = ask('list-visibility-changes')
  const first = [ask('list-competitor-rankings'), ask('list-visibility-trend')]
  const other = ask('list-topics')
  expect(asked).toEqual(['list-competitor-rankings', 'list-visibility-trend', 'list-topics'])
  answers.get('list-competitor-rankings')?.resolve('rankings')
  expect(await first[0]).toBe('rankings')
  expect(asked).not.toContain('list-visibility-changes')
  answers.get('list-visibility-trend')?.reject(new Error('gone'))
  await expect(first[1]).rejects.toThrow('gone')
  await expect.poll(() => asked).toContain('list-visibility-changes')
  answers.get('list-visibility-changes')?.resolve('changes')
  expect(await below).toBe('changes')
  answers.get('list-topics')?.resolve('topics')
  expect(await other).toBe('topics')
})

test('what does not come holds nothing up for long', async () => {
  const { asked, ask } = asking()
  void ask('list-visibility-intervals')
  void ask('list-executions')
  await expect.poll(() => asked).toEqual(['list-visibility-intervals', 'list-executions'])
})

import { describe, expect, it } from 'vitest'
import { weigh } from './issue-weight.ts'

type Issues = Parameters<typeof weigh>[0]

const issue = (id: string, severity: string, issue_type = 'warning') => ({ id, severity, issue_type })

const weighed = (issues: object[], citations: Record<string, number>, total: number) =>
  weigh(issues as unknown as Issues, new Map(Object.entries(citations)), total).map(({ id, severity }) => [
    id,
    severity,
  ])

describe('the severity of an issue', () => {
  it('is one level higher if its pages hold a quarter of the site’s citations', () => {
    const issues = [issue('a', 'low'), issue('b', 'low'), issue('c', 'medium')]
    expect(weighed(issues, { a: 25, b: 24, c: 80 }, 100)).toEqual([
      ['c', 'high'],
      ['a', 'medium'],
      ['b', 'low'],
    ])
  })

  it('stays that of the check without citations of the site', () => {
    expect(weighed([issue('a', 'low')], { a: 0 }, 0)).toEqual([['a', 'low']])
  })

  it('orders issues after the critical ones, and citations order the rest', () => {
    const issues = [issue('a', 'high'), issue('b', 'high'), issue('c', 'high', 'critical')]
    expect(weighed(issues, { a: 1, b: 2 }, 100).map(([id]) => id)).toEqual(['c', 'b', 'a'])
  })
})

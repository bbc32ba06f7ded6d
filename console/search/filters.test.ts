import { describe, expect, it } from 'vitest'
import { filterInput, readFilters, writeFilters } from './filters.ts'
import { parseSearch, stringifySearch } from './url.ts'

const now = new Date('2026-11-22T23:59:00Z')

describe('filters in a URL', () => {
  it('use the defaults if the URL has none', () => {
    const { filters, wrong } = readFilters({})
    expect(wrong).toEqual([])
    expect(filterInput(filters, now)).toEqual({ start_date: '2026-10-23', end_date: '2026-11-21' })
    expect(stringifySearch(writeFilters(filters))).toBe('')
  })

  it.each([
    '?period=7d',
    '?from=2026-01-01&to=2026-01-31&compare=no',
    '?engine=chatgpt,perplexity&country=DE&topic=a,b&tag=c',
  ])('round-trip: %s', (address) => {
    const { filters, wrong } = readFilters(parseSearch(address))
    expect(wrong).toEqual([])
    expect(stringifySearch(writeFilters(filters))).toBe(address)
  })

  it.each([
    ['?period=1y', 'period'],
    ['?from=2026-02-30&to=2026-03-01', 'from'],
    ['?from=2026-03-02&to=2026-03-01', 'to'],
    ['?from=soon&to=2026-03-01', 'from'],
    ['?compare=maybe', 'compare'],
  ])('report invalid values: %s', (address, key) => {
    const { filters, wrong } = readFilters(parseSearch(address))
    expect(wrong.map((one) => one.key)).toEqual([key])
    expect(filters.period).toBe('30d')
  })

  it.each([
    ['7d', '2026-11-15'],
    ['90d', '2026-08-24'],
  ] as const)('end yesterday for the period %s', (period, start_date) => {
    const input = filterInput(readFilters({ period }).filters, now)
    expect(input).toEqual({ start_date, end_date: '2026-11-21' })
  })

  it('can include today if the user chose it', () => {
    const { filters } = readFilters({ from: '2026-11-20', to: '2026-11-22' })
    expect(filterInput(filters, now)).toEqual({ start_date: '2026-11-20', end_date: '2026-11-22' })
  })

  it('are read as text, never as numbers or JSON', () => {
    expect(parseSearch('?q=123&list=[1]&empty=')).toEqual({ q: '123', list: '[1]', empty: '' })
  })
})

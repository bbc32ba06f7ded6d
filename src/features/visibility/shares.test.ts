import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { sql } from '../../stores/clickhouse-sql.ts'
import { answersFile, startTestApp } from '../../testing/test-app.ts'
import { pathOf } from '../../testing/visibility/ask.ts'
import { makeBrand } from '../../testing/visibility/make-brand.ts'
import { share, shareOf } from './shares.ts'

describe('a share', () => {
  it('is rounded to two decimals and tolerates binary rounding errors beyond its bounds', () => {
    expect([0, 33.335, 100, -1e-9, 100 + 1e-9].map((value) => share('visibility_pct', value))).toEqual([
      0, 33.34, 100, 0, 100,
    ])
    expect(share('visibility_pct', null)).toBeNull()
    expect([shareOf('visibility_pct', 1, 3), shareOf('visibility_pct', 0, 0)]).toEqual([33.33, null])
  })

  it.each([-0.001, 100.001, 155.86, Number.NaN, Number.POSITIVE_INFINITY])('cannot be %d', (value) => {
    expect(() => share('market_share_pct', value)).toThrow(/^market_share_pct: .* is not between 0 and 100$/)
  })
})

it('returns 500 and logs the field if stored data results in an impossible share', async () => {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
  const test = await startTestApp({}, { log })
  test.setNow('2026-03-02T12:00:00Z')
  try {
    const { brandId, key } = await makeBrand(test, 'Zuvari')
    const line = {
      id: 'one',
      prompt: 'Which one?',
      engine: 'chatgpt',
      country: 'US',
      executed_at: '2026-03-01T12:00:00Z',
      answer: 'Zuvari sells.',
    }
    await test.operate('import-answers', { brand_id: brandId }, answersFile([line]))
    await test.storedDataIsChecked()
    // Add a second row for the answer that names the brand twice: three mentions in two answers.
    const doubled = ['entity', 'count', 'offset', 'sentiment', 'stance'].map((name) => {
      const column = `\`mentions.${name}\``
      return `arrayConcat(${column}, ${column}) AS ${column}`
    })
    await test.app.services.clickhouse.command(
      sql`INSERT INTO readings SELECT * REPLACE(${sql.raw(doubled.join(', '))}) FROM readings WHERE brand_id = ${brandId}`,
    )
    const { status, body } = await test.get(pathOf(brandId, 'competitors/rankings'), key)
    expect([status, body.error.code]).toEqual([500, 'internal_error'])
    expect(JSON.stringify(body)).not.toContain('150')
    expect(lines.join('')).toContain('visibility_pct: 150 is not between 0 and 100')
  } finally {
    await test.close()
  }
})

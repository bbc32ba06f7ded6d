import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fraction, shownDifference, twoDecimals } from '../../../testing/visibility/reference-fraction.ts'
import { type Counts, noAnswers } from '../count-answers.ts'
import type { Entity } from '../metrics.ts'
import { rounded } from '../metrics.ts'
import { compareRanks, movers, serializeComparison, serializeFigures } from './comparison.ts'

// Counts that no test could import. They check arithmetic against exact fractions.

const entity = (number: number): Entity => ({
  number,
  id: `id ${number}`,
  name: `name ${String(number).padStart(2, '0')}`,
  isOurBrand: number === 1,
  isRead: true,
})

/** Answer counts whose fractions often coincide or fall halfway between two hundredths. */
const likelyNumbers = fc.constantFrom(1, 2, 3, 4, 6, 8, 12, 24, 48, 75, 96, 150, 240, 800)

/** Counts in which some answers name each entity. */
const counts = (entities: number, executions: fc.Arbitrary<number>): fc.Arbitrary<Counts> =>
  executions.chain((all) => {
    const named = fc.nat(all).chain((answers) =>
      fc.record({
        answers: fc.constant(answers),
        mentions: fc.integer({ min: answers, max: answers * 3 }),
        judged: fc.constant(answers),
        sentimentSum: fc.nat(10_000 * answers),
        rankSum: fc.integer({ min: answers, max: answers * entities }),
        stances: fc.constant(answers),
        recommended: fc.nat(answers),
      }),
    )
    return fc.array(named, { minLength: entities, maxLength: entities }).map((rows) => ({
      ...noAnswers(),
      executions: all,
      entities: new Map(rows.flatMap((row, index) => (row.answers === 0 ? [] : [[index + 1, row] as const]))),
    }))
  })

const mentionsOf = ({ entities }: Counts) => [...entities.values()].reduce((sum, { mentions }) => sum + mentions, 0)

function visibilityOf(of: Counts, number: number) {
  return fraction(100 * (of.entities.get(number)?.answers ?? 0), of.executions)
}

function shareOf(of: Counts, number: number) {
  return fraction(100 * (of.entities.get(number)?.mentions ?? 0), mentionsOf(of))
}

const pairs = (executions: fc.Arbitrary<number>) =>
  fc
    .integer({ min: 1, max: 12 })
    .chain((size) => fc.tuple(counts(size, executions), counts(size, executions), fc.constant(size)))

describe('rounding', () => {
  it('rounds halves away from zero, based on the decimal fraction, not its binary approximation', () => {
    expect([1.005, -1.005, 0.125, 2.675, 8.345, 0.004999, 100].map((value) => rounded(value))).toEqual([
      1.01, -1.01, 0.13, 2.68, 8.35, 0, 100,
    ])
    expect(Object.is(rounded(-0.001), 0)).toBe(true)
    expect(rounded(null)).toBe(null)
  })

  it('calculates deltas from the rounded figures, so that they match the figures shown', () => {
    const before = { executions: 96, answers: 53 } // 55.208… is shown as 55.21
    const now = { executions: 6, answers: 5 } // 83.333… is shown as 83.33
    expect(compared(now, before)).toMatchObject({ visibility_delta: 28.12 })
    expect(compared(before, now)).toMatchObject({ visibility_delta: -28.12 })
  })
})

function compared(now: { executions: number; answers: number }, before: { executions: number; answers: number }) {
  const countsOf = ({ executions, answers }: typeof now): Counts => ({
    ...noAnswers(),
    executions,
    entities: new Map([
      [
        1,
        {
          answers,
          mentions: answers,
          judged: 0,
          sentimentSum: 0,
          rankSum: answers,
          stances: 0,
          recommended: 0,
        },
      ],
    ]),
  })
  const [row] = compareRanks([entity(1)], countsOf(now), countsOf(before))
  if (row === undefined) throw new Error('no row')
  return serializeComparison(row)
}

describe('figures for any counts', () => {
  it.each([
    ['few', likelyNumbers],
    ['many', fc.integer({ min: 1, max: 100_000 })],
  ])('are exact to two decimals with %s answers', (_, executions) => {
    fc.assert(
      fc.property(pairs(executions), ([now, before, size]) => {
        const entities = Array.from({ length: size }, (_, index) => entity(index + 1))
        for (const row of compareRanks(entities, now, before)) {
          const { number } = row.entity
          const own = now.entities.get(number)
          expect(serializeFigures(row)).toEqual({
            visibility_pct: twoDecimals(visibilityOf(now, number)),
            market_share_pct: twoDecimals(shareOf(now, number)),
            sentiment_score: own === undefined ? null : twoDecimals(fraction(own.sentimentSum, 100 * own.answers)),
            avg_rank: own === undefined ? null : twoDecimals(fraction(own.rankSum, own.answers)),
            recommended_pct: own === undefined ? null : twoDecimals(fraction(100 * own.recommended, own.stances)),
            stance_answers: own?.stances ?? 0,
          })
          expect(serializeComparison(row)).toMatchObject({
            visibility_delta: shownDifference(visibilityOf(now, number), visibilityOf(before, number)),
            market_share_delta: shownDifference(shareOf(now, number), shareOf(before, number)),
          })
        }
      }),
      { numRuns: 500 },
    )
  })

  it('order movers by their change, and by rank if it is equal', () => {
    fc.assert(
      fc.property(pairs(likelyNumbers), ([now, before, size]) => {
        const rows = compareRanks(
          Array.from({ length: size }, (_, index) => entity(index + 1)),
          now,
          before,
        )
        const delta = ({ entity: { number } }: (typeof rows)[number]) =>
          shownDifference(visibilityOf(now, number), visibilityOf(before, number)) ?? 0
        const gainers = rows.filter((row) => delta(row) > 0)
        const losers = rows.filter((row) => delta(row) < 0)
        gainers.sort((a, b) => delta(b) - delta(a) || a.rank - b.rank)
        losers.sort((a, b) => delta(a) - delta(b) || a.rank - b.rank)
        const shown = movers(rows)
        expect(shown.gainers.map(({ name }) => name)).toEqual(gainers.slice(0, 5).map((row) => row.entity.name))
        expect(shown.losers.map(({ name }) => name)).toEqual(losers.slice(0, 5).map((row) => row.entity.name))
      }),
      { numRuns: 1000 },
    )
  })
})

import { describe, expect, it } from 'vitest'
import { plannerCsv, plannerCurves } from './planner.tsx'
import { type Planned, type PlannedRow, plannerWords } from './planner-words.ts'

const row = (vary: PlannedRow['vary'], more: Partial<PlannedRow> = {}): PlannedRow => ({
  vary,
  prompts: 20,
  runs_per_day: 3,
  days: 30,
  answers: 1800,
  usd: 18,
  usd_per_month: 18,
  points: 8.1,
  points_per_usd: null,
  is_now: false,
  is_least: false,
  ...more,
})
const now = row('prompts', { is_now: true })
const least = row('prompts', {
  prompts: 60,
  answers: 5400,
  usd: 54,
  usd_per_month: 54,
  points: 4.99,
  is_least: true,
})
const often = row('runs', { runs_per_day: 30, answers: 18_000, usd: 180, usd_per_month: 180, points: 7.6 })

function planned(meta: Partial<Planned['meta']>, data: PlannedRow[]): Planned {
  return {
    data,
    meta: {
      brand_id: '',
      period: { start_date: '2026-03-01', end_date: '2026-03-30' },
      ...{ goal: 'change', points: 5, days: 30, share_pct: 41.6, share_basis: 'own' },
      needed: { prompts: 60, times: null, days: 88, best: { prompts: 60, times: 1 } },
      ...{ least_days: 12, prompts: 20, engines: [], engines_basis: 'plans', clustered_by: 'prompt' },
      variance: {
        ...{ basis: 'own', reason: null, source: null, answers: 1700, prompts: 20, days: 29 },
        ...{ prompt: 0.3, prompt_engine: 0.1, run: 0.6, day: 0.01, prompt_change: 0.02 },
      },
      ...meta,
    },
  } as Planned
}

const withVariance = (variance: Partial<Planned['meta']['variance']>) => ({
  variance: { ...planned({}, []).meta.variance, ...variance },
})

describe('plannerWords', () => {
  it('describes the required plan, its cost, the current plan and alternatives', () => {
    const words = plannerWords(planned({}, [now, least, row('runs'), often]))
    expect(words).toEqual({
      need: 'To detect a change of 5 points within a month, you need 60 prompts instead of 20, run as often as now.',
      cost: 'That costs $54.00 per month instead of $18.00.',
      now: 'Your plan runs 20 prompts: it detects 80% of changes of 8.1 points.',
      others: [
        'Or wait: the current plan needs 88 days and an equally long comparison period.',
        'Running the same prompts 10 times as often only reaches 7.6 points, for $180.00 per month.',
      ],
      basis: `Variation is estimated from your 1,700 answers over 29 days, assuming a visibility of 42%.`,
    })
  })

  it('says if the plan is enough', () => {
    const { need, cost, others } = plannerWords(planned({}, [{ ...now, points: 4.2 }, least]))
    expect(need).toBe('Your plan is enough to detect a change of 5 points within a month.')
    expect([cost, others]).toEqual([null, []])
  })

  it('gives the required days if no number of prompts is enough', () => {
    const needed = { prompts: null, times: null, days: null, best: null }
    const shown = planned({ points: 1, days: 14, needed, least_days: 160 }, [now])
    expect(plannerWords(shown).need).toBe(
      'No number of answers is enough to detect a change of 1 point within two weeks: visibility varies more from day to day. You need at least 160 days and an equally long comparison period.',
    )
    expect(plannerWords({ ...shown, meta: { ...shown.meta, least_days: null } }).need).not.toContain('least')
  })

  it('adds the frequency if more prompts are not enough', () => {
    const sizes = { prompts: null, times: null, days: null, best: { prompts: 66, times: 7 } }
    const both = row('prompts_more_often', { prompts: 66, usd_per_month: 70, points: 5, is_least: true })
    expect(plannerWords(planned({ needed: sizes }, [now, both]))).toMatchObject({
      need: 'To detect a change of 5 points within a month, you need 66 prompts instead of 20, run 7 times as often as now.',
      cost: 'That costs $70.00 per month instead of $18.00.',
    })
    const same = planned({ goal: 'these_prompts', points: 2, needed: { ...sizes, best: { prompts: 20, times: 3 } } }, [
      now,
      row('runs', { usd_per_month: 54, points: 1.9, is_least: true }),
    ])
    expect(plannerWords(same).need).toBe(
      'To estimate the visibility of exactly these prompts within ±2 points with answers from a month, you need 20 prompts, run 3 times as often as now.',
    )
  })

  it('says what is missing if a brand has no prompts, plan or price', () => {
    const unpriced = { ...least, usd: null, usd_per_month: null }
    const words = plannerWords(
      planned(
        {
          ...{ engines_basis: 'assumed', share_basis: 'unknown', goal: 'prompts_like_these' },
          ...withVariance({ basis: 'published', reason: 'few_days', days: 3 }),
        },
        [unpriced],
      ),
    )
    expect(words).toEqual({
      need: 'To estimate visibility within ±5 points with answers from a month, you need 60 prompts, run on one engine once per day.',
      cost: 'Add an engine to see the cost.',
      now: null,
      others: [],
      basis:
        'Variation is estimated from 528 published answers to 132 shopping prompts until you have 28 days of answers (3 so far), assuming a visibility of 50%, which varies most, because yours is unknown.',
    })
    expect(plannerWords(planned({}, [least]))).toMatchObject({
      need: 'To detect a change of 5 points within a month, you need 60 prompts, run as often as planned.',
      cost: 'That costs $54.00 per month.',
    })
    expect(plannerWords(planned({}, [now, unpriced])).cost).toBe('The cost is unknown because a provider has no price.')
  })

  it('says that one prompt is too few for an estimate', () => {
    const one = { ...now, prompts: 1, points: null }
    const words = plannerWords(planned(withVariance({ reason: 'few_prompts' }), [one, least]))
    expect(words.now).toBe('Your plan runs 1 prompt: too few for an estimate. You need at least five.')
    expect(words.basis).toContain('until five of your prompts have answers')
  })
})

describe('plannerCurves', () => {
  it('omits points far above the target and spending beyond the prompts’ curve', () => {
    const far = row('prompts', { prompts: 5, usd_per_month: 4.5, points: 30 })
    const curves = plannerCurves(
      planned({}, [far, now, least, row('runs'), row('runs', { usd_per_month: 36, points: 7.9 }), often]),
    )
    expect(curves.map(({ id, points }) => [id, points.map(({ x, y }) => [x, y])])).toEqual([
      [
        'prompts',
        [
          [18, 8.1],
          [54, 4.99],
        ],
      ],
      [
        'runs',
        [
          [18, 8.1],
          [36, 7.9],
        ],
      ],
    ])
  })

  it('omits more prompts for the goal “these prompts”', () => {
    const rows = [now, least, row('runs'), row('runs', { usd_per_month: 36, points: 7.9 })]
    expect(plannerCurves(planned({ goal: 'these_prompts' }, rows)).map(({ id }) => id)).toEqual(['runs'])
  })

  it('uses answers instead of dollars if a price is missing', () => {
    const free = (one: PlannedRow) => ({ ...one, usd: null, usd_per_month: null })
    const [prompts] = plannerCurves(planned({}, [free(now), free(least)]))
    expect(prompts?.points.map(({ x }) => x)).toEqual([1800, 5400])
    expect(plannerCsv(planned({}, [free(now)]))).toBe(
      'vary,prompts,runs_per_day,days,answers,usd_per_month,points\r\nprompts,20,3,30,1800,,8.1\r\n',
    )
  })
})

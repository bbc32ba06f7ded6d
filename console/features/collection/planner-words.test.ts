import { describe, expect, it } from 'vitest'
import { plannerCsv, plannerCurves } from './planner-curves.ts'
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

describe('what a plan comes to in words', () => {
  it('is what is needed, what that costs, what is there now, and what else would do', () => {
    const words = plannerWords(planned({}, [now, least, row('runs'), often]))
    expect(words).toEqual({
      need: 'To see a change of 5 points within a month you need 60 prompts instead of 20, asked as often as now.',
      cost: 'That costs $54.00 a month instead of $18.00.',
      now: 'Now 20 prompts are asked: changes of 8.1 points show in four of five cases.',
      others: [
        'Or wait: with what is asked now it takes 88 days, compared with as many before.',
        'The same prompts 10 times as often only bring it to 7.6 points, for $180.00 a month.',
      ],
      basis:
        'How answers vary is read off your own 1,700 answers of 29 days; reckoned at a visibility of 42%.',
    })
  })

  it('says that it is enough where it is', () => {
    const { need, cost, others } = plannerWords(planned({}, [{ ...now, points: 4.2 }, least]))
    expect(need).toBe('What you ask is enough to see a change of 5 points within a month.')
    expect([cost, others]).toEqual([null, []])
  })

  it('says from which day on it can be reached, where no number of prompts does', () => {
    const needed = { prompts: null, times: null, days: null, best: null }
    const shown = planned({ points: 1, days: 14, needed, least_days: 160 }, [now])
    expect(plannerWords(shown).need).toBe(
      'However much is asked, you cannot see a change of 1 point within two weeks: visibility differs by more from day to day. It takes 160 days at least, compared with as many before.',
    )
    expect(plannerWords({ ...shown, meta: { ...shown.meta, least_days: null } }).need).not.toContain('least')
  })

  it('says how often to ask as well, where more prompts alone do not do', () => {
    const sizes = { prompts: null, times: null, days: null, best: { prompts: 66, times: 7 } }
    const both = row('prompts_more_often', { prompts: 66, usd_per_month: 70, points: 5, is_least: true })
    expect(plannerWords(planned({ needed: sizes }, [now, both]))).toMatchObject({
      need: 'To see a change of 5 points within a month you need 66 prompts instead of 20, asked 7 times as often as now.',
      cost: 'That costs $70.00 a month instead of $18.00.',
    })
    const same = planned(
      { goal: 'these_prompts', points: 2, needed: { ...sizes, best: { prompts: 20, times: 3 } } },
      [now, row('runs', { usd_per_month: 54, points: 1.9, is_least: true })],
    )
    expect(plannerWords(same).need).toBe(
      'To know the visibility of exactly these prompts to within ±2 points by the answers of a month you need 20 prompts, asked 3 times as often as now.',
    )
  })

  it('says what is missing where a brand has no prompts, no plan or no price', () => {
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
      need: 'To know visibility to within ±5 points by the answers of a month you need 60 prompts, asked of one engine once a day.',
      cost: 'What that costs is shown once an engine is planned.',
      now: null,
      others: [],
      basis:
        'How answers vary is taken from 528 published answers to 132 shopping prompts until yours are of 28 days (3 so far); reckoned at a visibility of 50 %, which varies most, as yours is not known yet.',
    })
    expect(plannerWords(planned({}, [least]))).toMatchObject({
      need: 'To see a change of 5 points within a month you need 60 prompts, asked as planned.',
      cost: 'That costs $54.00 a month.',
    })
    expect(plannerWords(planned({}, [now, unpriced])).cost).toBe(
      'What that costs is not known: a provider has no price.',
    )
  })

  it('says that one prompt speaks of no others', () => {
    const one = { ...now, prompts: 1, points: null }
    const words = plannerWords(planned(withVariance({ reason: 'few_prompts' }), [one, least]))
    expect(words.now).toBe('Now 1 prompt is asked: too few to speak of others. Five are the least.')
    expect(words.basis).toContain('until five prompts of yours have answers')
  })
})

describe('the curves', () => {
  it('leave out what lies far above what is wanted, and what costs more than all prompts', () => {
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

  it('draw no more prompts where exactly these are meant', () => {
    const rows = [now, least, row('runs'), row('runs', { usd_per_month: 36, points: 7.9 })]
    expect(plannerCurves(planned({ goal: 'these_prompts' }, rows)).map(({ id }) => id)).toEqual(['runs'])
  })

  it('count answers where a price is missing', () => {
    const free = (one: PlannedRow) => ({ ...one, usd: null, usd_per_month: null })
    const [prompts] = plannerCurves(planned({}, [free(now), free(least)]))
    expect(prompts?.points.map(({ x }) => x)).toEqual([1800, 5400])
    expect(plannerCsv(planned({}, [free(now)]))).toBe(
      'vary,prompts,runs_per_day,days,answers,usd_per_month,points\r\nprompts,20,3,30,1800,,8.1\r\n',
    )
  })
})

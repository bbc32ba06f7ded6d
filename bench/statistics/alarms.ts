import {
  type Detection,
  detectionOf,
  falseAlarms,
  quietYear,
  swingingDetection,
} from '../../src/testing/statistics/alarms.ts'
import { randomFrom } from '../../src/testing/statistics/random.ts'
import type { SwingingWorld } from '../../src/testing/statistics/swinging-series.ts'
import type { World } from '../../src/testing/statistics/worlds.ts'
import { table } from '../measure.ts'

// Counts alerts if nothing moved, and how soon alerts find a change. `npm run bench statistics/alarms`; run the
// file itself with the number of years and a seed to change them.
const years = Number(process.argv[2] ?? 30)
const random = randomFrom(Number(process.argv[3] ?? 2001))

const usual: SwingingWorld = { prompts: 100, share: 0.3, likeness: 0.3, sd: 0.3, swings: 'ar', rho: 0.8 }
const quiet: [name: string, world: Partial<SwingingWorld>][] = [
  ['independent, sd 0.4', { rho: 0, sd: 0.4 }],
  ['AR 0.8, sd 0.3', {}],
  ['AR 0.85, sd 0.4', { rho: 0.85, sd: 0.4 }],
  ['AR 0.8, sd 0.15', { sd: 0.15 }],
  ['AR 0.8, sd 0.3, 20 answers per day', { prompts: 20 }],
  ['mean of 7 days', { swings: 'week' }],
  ['half AR 0.95', { swings: 'half', rho: 0.95 }],
]
table(
  `Alerts in a quiet year on 8 series together: ${years} years each`,
  quiet.map(([days, world]) => {
    const alerts = quietYear({ ...usual, ...world }, 8, years, random)
    return { days, alerts: alerts.toFixed(2), 'standard error': Math.sqrt(alerts / years).toFixed(2) }
  }),
)

const times = 3 * years
const shown = ({ within14, within60, medianDays, again }: Detection) => ({
  'within 14 days': within14.toFixed(2),
  'within 60 days': within60.toFixed(2),
  'median days': medianDays,
  'raised again': again.toFixed(2),
})
const swinging: [name: string, world: Partial<SwingingWorld>][] = [
  ['independent', { rho: 0, sd: 0.15 }],
  ['AR 0.8, sd 0.15', { sd: 0.15 }],
  ['AR 0.8, sd 0.3', {}],
]
table(
  `Falls that alerts find at 100 answers per day and a share of 30%: ${times} times each`,
  swinging.flatMap(([days, world]) =>
    [-0.25, -0.5].map((moved) => ({
      ...{ days, moved: `${100 * moved}%` },
      ...shown(swingingDetection({ ...usual, ...world }, moved, times, random)),
    })),
  ),
)

const shocks = Math.sqrt(0.05)
const watched: World[] = []
for (const prompts of [20, 100])
  for (const share of [0.02, 0.1, 0.3, 0.7])
    for (const likeness of [0.1, 0.4, 0.9])
      for (const dayShock of [0, shocks, 2 * shocks])
        watched.push({ prompts, engines: 1, days: 0, share, likeness, dayShock, late: 0 })
const yearly = watched.map((still) => falseAlarms(still, years, random))
table(
  `Alerts per year and series, from the 57th day on, days independent: ${watched.length} worlds, ${years} years each`,
  [
    {
      least: Math.min(...yearly).toFixed(2),
      mean: (yearly.reduce((all, value) => all + value, 0) / yearly.length).toFixed(2),
      most: Math.max(...yearly).toFixed(2),
    },
  ],
)

const changes: [answers: number, share: number, moved: number][] = [
  [100, 0.3, -0.25],
  [100, 0.3, 0.25],
  [100, 0.5, -0.5],
  [20, 0.3, -0.5],
  [20, 0.1, -0.25],
]
table(
  `Changes that alerts find, days independent: ${times} times each`,
  changes.map(([prompts, share, moved]) => {
    const world = { prompts, engines: 1, days: 0, share, likeness: 0.4, dayShock: shocks / 2, late: 0 }
    return {
      ...{ 'answers per day': prompts, share: `${100 * share}%`, moved: `${100 * moved}%` },
      ...shown(detectionOf(world, moved, times, random)),
    }
  }),
)

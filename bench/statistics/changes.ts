import {
  changingFigures,
  listsOf,
  marketRejections,
  rejectionsOf,
  usualWorld,
} from '../../src/testing/statistics/changing-worlds.ts'
import { randomFrom } from '../../src/testing/statistics/random.ts'
import { table } from '../measure.ts'

// How often verdicts on changes are right if days are correlated: `npm run bench statistics/changes`, or with more worlds per cell
// than 100: `node bench/statistics/changes.ts 500`. A second number is the seed.
const times = Number(process.argv[2] ?? 100)
const random = randomFrom(Number(process.argv[3] ?? 4101))
const two = (value: number) => value.toFixed(2)

table(`A market added or thinned: share of changes significant at 5%, ${times} worlds each`, [
  {
    added: two(marketRejections('added', times, random)),
    thinned: two(marketRejections('thinned', times, random)),
  },
])

// Moved so that the figures change by about 6 points, 2 points of voice, half a place and 5 points of sentiment.
const moves = {
  visibility: 0.062,
  'share of voice': 0.02,
  position: 0.0625,
  sentiment: 0.047,
  lead: 0.062,
} as const
table(
  `Changes significant at 5%, judged alone: 30 prompts, 2 engines, 14 days against 14, ${times} worlds each`,
  changingFigures.map((figure) => ({
    figure,
    'nothing moved, independent': two(rejectionsOf({ ...usualWorld, sd: 0 }, figure, 0, times, random)),
    'nothing moved, independent swings': two(rejectionsOf(usualWorld, figure, 0, times, random)),
    'nothing moved, AR 0.8': two(rejectionsOf({ ...usualWorld, swing: 0.8 }, figure, 0, times, random)),
    'moved, independent': two(rejectionsOf({ ...usualWorld, sd: 0 }, figure, moves[figure], times, random)),
  })),
)

const lists = Math.ceil(times / 4)
const entities = 40
const quiet = [
  ['independent', { swing: 0 }],
  ['AR 0.8', { swing: 0.8, sd: 0.3 }],
  ['AR 0.85', { swing: 0.85 }],
  ['AR 0.85, one shock for all engines', { swing: 0.85, isShared: true }],
] as const
table(
  `Quiet lists of ${entities}: false verdicts in percent, ${lists} lists each`,
  quiet.map(([name, world]) => {
    const of = (days: number) => {
      const list = listsOf(
        { ...usualWorld, ...world, days },
        { entities, moving: 0, moved: 0 },
        lists,
        random,
      )
      return (100 * list.falseVerdicts).toFixed(2)
    }
    return { days: name, '7 days': of(7), '14 days': of(14), '28 days': of(28) }
  }),
)

const changed = [
  ['independent', 0, 0.25],
  ['AR 0.8, sd 0.25', 0.8, 0.25],
  ['AR 0.8, sd 0.1', 0.8, 0.1],
] as const
table(
  `Lists of ${entities} in which 6 changed by 10 points in 14 days, ${lists} lists each`,
  changed.map(([days, swing, sd]) => {
    const { found, falseShare } = listsOf(
      { ...usualWorld, swing, sd },
      { entities, moving: 6, moved: 0.1 },
      lists,
      random,
    )
    const common = listsOf(
      { ...usualWorld, swing, sd },
      { entities, moving: 6, moved: 0.1, isCommon: true },
      lists,
      random,
    )
    return {
      days,
      found: two(found),
      'false share of verdicts': two(falseShare),
      'false share if all entities swing together': two(common.falseShare),
    }
  }),
)

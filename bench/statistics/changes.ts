import {
  type ChangingWorld,
  changingFigures,
  listsOf,
  type MeanOfLists,
  marketRejections,
  rejectionsOf,
  usualWorld,
} from '../../src/testing/statistics/changing-worlds.ts'
import { randomFrom } from '../../src/testing/statistics/random.ts'
import { table } from '../measure.ts'

// How often verdicts on changes are right if days are correlated: `npm run bench statistics/changes`, or with
// more than 100 worlds per cell: `node bench/statistics/changes.ts 120`. A second number is the seed.
const times = Number(process.argv[2] ?? 100)
const seed = Number(process.argv[3] ?? 4101)
const random = randomFrom(seed)
const two = (value: number) => value.toFixed(2)

const markets = 2 * times
table(`A market added or thinned: share of changes significant at 5%, ${markets} worlds each`, [
  {
    added: two(marketRejections('added', markets, random)),
    thinned: two(marketRejections('thinned', markets, random)),
  },
])

// Changes the figures by about 6 points, 2 points of voice, half a position and 5 points of sentiment.
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

const [lists, quietLists] = [times, 2 * times]
const entities = 40
// The formulas were chosen on lists of about 20%: there, 5 points are found at the stated rate. The same
// swings in log odds move shares around 50% by more points.
const listed = { entities, shares: [0.1, 0.3] } as const
const withError = ({ mean, error }: MeanOfLists, unit = 1) =>
  `${two(unit * mean)} ±${(unit * error).toFixed(unit === 1 ? 3 : 2)}`

type QuietWorld = readonly [name: string, world: Partial<ChangingWorld>]
const quiet: QuietWorld[] = [
  ['independent', { swing: 0 }],
  ['AR 0.8, sd 0.3', { swing: 0.8, sd: 0.3 }],
  ['AR 0.85', { swing: 0.85 }],
  ['AR 0.85, one shock for all engines', { swing: 0.85, isShared: true }],
  ['half AR 0.95', { swing: 'half slow' }],
]
const quietTable = (title: string, worlds: readonly QuietWorld[], from: () => number) =>
  table(
    `${title}: false verdicts in percent, ${quietLists} lists each`,
    worlds.map(([name, world]) => {
      const of = (days: number) => {
        const list = { ...listed, moving: 0, moved: 0 }
        const found = listsOf({ ...usualWorld, ...world, days }, list, quietLists, from)
        return withError(found.falseVerdicts, 100)
      }
      return { days: name, '7 days': of(7), '14 days': of(14), '28 days': of(28) }
    }),
  )
quietTable(`Quiet lists of ${entities}`, quiet, randomFrom(seed + 1))

const slow = { ...usualWorld, swing: 0.8, sd: 0.25 }
const changed = [
  ['10 points, independent', { ...slow, swing: 0 }, 0.1],
  ['10 points, AR 0.8, sd 0.1', { ...slow, sd: 0.1 }, 0.1],
  ['10 points, AR 0.8, sd 0.25', slow, 0.1],
  ['10 points, AR 0.8, sd 0.25, no history', { ...slow, history: 0 }, 0.1],
  ['5 points, independent', { ...slow, swing: 0 }, 0.05],
] as const
const ofChanged = randomFrom(seed + 2)
table(
  `Lists of ${entities} in which 6 changed in 14 days, ${lists} lists each`,
  changed.map(([change, world, moved]) => {
    const own = listsOf(world, { ...listed, moving: 6, moved }, lists, ofChanged)
    const common = listsOf(world, { ...listed, moving: 6, moved, isCommon: true }, lists, ofChanged)
    return {
      change,
      found: withError(own.found),
      'false share of verdicts': withError(own.falseShare),
      'false share if all entities swing together': withError(common.falseShare),
    }
  }),
)

const ofShares = randomFrom(seed + 3)
table(`10 points at AR 0.8, sd 0.25, if all entities have one share, ${lists} lists each`, [
  Object.fromEntries(
    [0.1, 0.2, 0.3, 0.4, 0.5].map((share) => {
      const list = listsOf(slow, { entities, shares: [share, share], moving: 6, moved: 0.1 }, lists, ofShares)
      return [`${Math.round(100 * share)}%`, withError(list.found)]
    }),
  ),
])

quietTable(
  'Quiet lists with less data',
  [
    ['AR 0.8, sd 0.3, no history', { swing: 0.8, sd: 0.3, history: 0 }],
    ['AR 0.95', { swing: 0.95 }],
  ],
  randomFrom(seed + 4),
)

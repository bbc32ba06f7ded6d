import { correlation } from '../../src/lib/statistics/day-model.ts'
import { type Companion, type DriverCell, type DriverDays, findDrivers } from '../../src/lib/statistics/drivers.ts'
import { estimateChange, testChange } from '../../src/lib/statistics/matched-change.ts'
import type { Pair } from '../../src/lib/statistics/panel.ts'
import { type ChangePart, changeInput } from '../../src/testing/statistics/change-input.ts'
import { randomFrom, shareAround } from '../../src/testing/statistics/random.ts'
import { swingsOfDays } from '../../src/testing/statistics/swings.ts'
import { table } from '../measure.ts'

// Whether the segments that moved visibility are found: `npm run bench statistics/drivers`, or with more than
// 100 worlds per row: `node bench/statistics/drivers.ts 300`. A second number is the seed.
const times = Number(process.argv[2] ?? 100)
const random = randomFrom(Number(process.argv[3] ?? 5201))
const [prompts, engines, markets, topics] = [40, 3, 2, 8]
const [days, history] = [14, 56]

interface Asked {
  prompt: number
  engine: number
  market: number
}

interface Planted {
  /** Moves the share of a cell in the second period by this much. */
  move?: (cell: Asked) => number
  /** Share of answers that cite a site in each period, and so mention the entity that much more often. */
  cites?: Pair
  /** The correct drivers, as kind and key. */
  right: readonly string[]
}

const topicOf = (prompt: number) => 1 + (prompt % topics)
const clip = (share: number) => Math.min(1, Math.max(0, share))
const citedLift = 0.6

/** Finds the drivers of one world, even if its total has no verdict. */
function drivers({ move = () => 0, cites }: Planted) {
  const parts: [ChangePart[], ChangePart[], ChangePart[]] = [[], [], []]
  const swings = Array.from({ length: engines }, () =>
    swingsOfDays(0.5, history + 2 * days, random).map((by) => 0.25 * by),
  )
  const cells: DriverCell[] = []
  const counts = new Map<number, { with: [number, number]; both: [number, number] }>()
  for (let prompt = 0; prompt < prompts; prompt++) {
    const own = shareAround(0.4, 0.32, random)
    for (let engine = 0; engine < engines; engine++)
      for (let market = 0; market < markets; market++) {
        const cell = shareAround(own, 0.15, random)
        const place = cells.length
        const y: [number, number] = [0, 0]
        const cited = { with: [0, 0] as [number, number], both: [0, 0] as [number, number] }
        for (let day = 0; day < history + 2 * days; day++) {
          const block = day < history ? 2 : day < history + days ? 0 : 1
          const share = clip(cell + (block === 1 ? move({ prompt, engine, market }) : 0))
          const base = 1 / (1 + ((1 - share) / Math.max(1e-9, share)) * Math.exp(-(swings[engine]?.[day] ?? 0)))
          const isCited = cites !== undefined && random() < (cites[block === 1 ? 1 : 0] ?? 0)
          const isNamed = random() < clip(share === 0 ? 0 : base + (isCited ? citedLift * (1 - base) : 0))
          parts[block].push({ prompt, engine, market, day, a: Number(isNamed), b: 1 })
          if (block === 2) continue
          y[block] += Number(isNamed)
          cited.with[block] += Number(isCited)
          cited.both[block] += Number(isCited && isNamed)
        }
        counts.set(place, cited)
        cells.push({
          prompt,
          engine: String(engine),
          market: String(market),
          topic: topicOf(prompt),
          weight: 1 / (prompts * engines * markets),
          n: [days, days],
          y,
        })
      }
  }
  const estimate = estimateChange(changeInput([parts[0], parts[1]], parts[2]))
  if (estimate === null) throw new Error('a world of 40 prompts can be tested')
  const companions: Companion[] = cites === undefined ? [] : [{ kind: 'source', id: 'site', counts }]
  const leastRho = correlation(estimate.moments)
  const found = findDrivers({ cells, days: daysOf(parts), companions, gap: 0, leastRho })
  return {
    total: estimate.value,
    hasVerdict: (testChange(estimate, 0)?.pValue ?? 1) < 0.05,
    found: found.map(({ kind, key }) => `${kind} ${key}`),
  }
}

function daysOf(parts: readonly [ChangePart[], ChangePart[], ChangePart[]]): DriverDays[] {
  const deviations = (own: readonly ChangePart[]) => {
    const share = own.reduce((all, { a }) => all + a, 0) / own.length
    const byDay = [...Map.groupBy(own, ({ day }) => day)].sort(([one], [other]) => one - other)
    return byDay.map(([, of]) => of.reduce((all, { a }) => all + a - share, 0))
  }
  const weight = 1 / (engines * markets)
  return Array.from({ length: engines * markets }, (_, place) => {
    const [engine, market] = [Math.floor(place / markets), place % markets]
    const of = (block: number) => (parts[block] ?? []).filter((one) => one.engine === engine && one.market === market)
    const [before, after, past] = [of(0), of(1), of(2)]
    return {
      engine: String(engine),
      market: String(market),
      periods: [
        deviations(before).map((u) => (weight * u) / before.length),
        deviations(after).map((u) => (weight * u) / after.length),
      ],
      history: deviations(past),
      historyAnswers: past.length,
    }
  })
}

const worlds: Record<string, Planted> = {
  engine: { move: ({ engine }) => (engine === 0 ? -0.22 : 0), right: ['engine 0'] },
  market: { move: ({ market }) => (market === 0 ? -0.16 : 0), right: ['market 0'] },
  topic: {
    move: ({ prompt }) => (topicOf(prompt) === 1 ? -0.4 : 0),
    right: [
      'topic 1',
      ...Array.from({ length: prompts }, (_, prompt) => `prompt ${prompt}`).filter(
        (_, prompt) => topicOf(prompt) === 1,
      ),
    ],
  },
  'a source lost': { cites: [0.4, 0.02], right: ['source site'] },
  'a source gained': { cites: [0.02, 0.4], right: ['source site'] },
  everywhere: { move: () => -0.06, right: [] },
  'nothing moved': { right: [] },
}

table(
  `Named drivers: ${prompts} prompts in ${topics} topics, ${engines} engines, ${markets} markets, ${days} days, ${times} worlds each`,
  Object.entries(worlds).map(([moved, planted]) => {
    const list = Array.from({ length: times }, () => drivers(planted))
    const tested = list.filter(({ hasVerdict }) => hasVerdict)
    const part = (of: typeof list, is: (found: readonly string[]) => boolean) => {
      const share = of.filter(({ found }) => is(found)).length / of.length
      return of.length === 0 ? '' : share.toFixed(2)
    }
    const isRight = (found: readonly string[]) => found.some((one) => one === planted.right[0])
    const isWrong = (found: readonly string[]) => found.some((one) => !planted.right.includes(one))
    const named = (of: typeof list) => (planted.right.length === 0 ? '' : part(of, isRight))
    return {
      moved,
      points: ((100 * list.reduce((all, { total }) => all + total, 0)) / times).toFixed(1),
      'names it': named(list),
      'names a wrong one': part(list, isWrong),
      'total up or down': (tested.length / times).toFixed(2),
      'names it then': named(tested),
      'names a wrong one then': part(tested, isWrong),
    }
  }),
)

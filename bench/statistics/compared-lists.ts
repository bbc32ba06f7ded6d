import { type FigureChange, giveVerdicts, judgeList } from '../../src/features/visibility/changes/read-changes.ts'
import { pooledCorrelation } from '../../src/lib/statistics/day-model.ts'
import { dayVariance, estimateChange } from '../../src/lib/statistics/matched-change.ts'
import { meanOf } from '../../src/lib/statistics/panel.ts'
import { type PromptCell, promptLevels, testPrompt } from '../../src/lib/statistics/prompt-change.ts'
import { type ChangePart, changeInput } from '../../src/testing/statistics/change-input.ts'
import { normal, randomFrom, shareAround } from '../../src/testing/statistics/random.ts'
import { swingsOfDays } from '../../src/testing/statistics/swings.ts'
import { table } from '../measure.ts'

// How often verdicts in lists of prompts and cited sites are right: `npm run bench
// statistics/compared-lists`, or with more than 40 lists per row: `node bench/statistics/compared-lists.ts
// 100` and a seed.
const times = Number(process.argv[2] ?? 40)
const random = randomFrom(Number(process.argv[3] ?? 6101))
const [prompts, engines, days, history] = [30, 2, 14, 84]

const clip = (share: number) => Math.min(0.99, Math.max(0.01, share))
const shifted = (share: number, by: number) => 1 / (1 + ((1 - share) / share) * Math.exp(-by))
const untested = (): FigureChange => ({ values: [0, 0], matched: null, verdict: 'not_comparable' })

/** Verdicts of a list, and which of its rows moved. */
interface Judged {
  changes: readonly FigureChange[]
  moved: ReadonlySet<number>
}

/** @param swing correlation of adjacent days; `moving` prompts move up or down by this much */
function promptList(swing: number, moving: number, moveBy: number): Judged {
  const swings = Array.from({ length: engines }, () =>
    swingsOfDays(swing, history + 2 * days, random).map((by) => 0.3 * by),
  )
  const parts: [ChangePart[], ChangePart[], ChangePart[]] = [[], [], []]
  const cells: PromptCell[][] = []
  for (let prompt = 0; prompt < prompts; prompt++) {
    const share = clip(shareAround(0.4, 0.32, random))
    const by = prompt < moving ? (share < 0.5 ? moveBy : -moveBy) : 0
    const own = Array.from({ length: engines }, (_, engine): PromptCell => {
      const y: [number, number] = [0, 0]
      for (let day = 0; day < history + 2 * days; day++) {
        const block = day < history ? 2 : day < history + days ? 0 : 1
        const level = shifted(clip(share + (block === 1 ? by : 0)), swings[engine]?.[day] ?? 0)
        const a = Number(random() < level)
        if (block !== 2) y[block] += a
        parts[block].push({ prompt, engine, day, a, b: 1 })
      }
      return { weight: 1 / (prompts * engines), n: [days, days], y }
    })
    cells.push(own)
  }
  const estimate = estimateChange(changeInput([parts[0], parts[1]], parts[2]))
  if (estimate === null) throw new Error('a world of 30 prompts can be tested')
  const spread =
    cells.reduce((all, own) => {
      const level = meanOf(promptLevels(own))
      return all + level * (1 - level)
    }, 0) / cells.length
  const swingOfView = dayVariance(estimate, pooledCorrelation([estimate.moments])).variance / spread ** 2
  const tested = cells.flatMap((own) => {
    const matched = testPrompt(own, swingOfView)
    return matched === null ? [] : [{ change: untested(), matched }]
  })
  giveVerdicts(tested, 0.1, 100)
  return {
    changes: tested.map(({ change }) => change),
    moved: new Set(Array.from({ length: moving }, (_, prompt) => prompt)),
  }
}

/** Sites whose shares wander within each prompt between the periods; `moving` of them also move in all prompts. */
function siteList(sites: number, moving: number, moveBy: number): Judged {
  const list = Array.from({ length: sites }, (_, site) => {
    const usual = 0.05 + 0.3 * random()
    const parts: [ChangePart[], ChangePart[]] = [[], []]
    let citing = 0
    for (let prompt = 0; prompt < prompts; prompt++) {
      const own = clip(shareAround(usual, 0.2, random))
      let cited = 0
      for (const block of [0, 1] as const) {
        const wandered = own + 0.08 * normal(random) + (block === 1 && site < moving ? moveBy : 0)
        const level = clip(wandered)
        for (let engine = 0; engine < engines; engine++)
          for (let day = 0; day < days; day++) {
            const a = Number(random() < level)
            cited += a
            parts[block].push({ prompt, engine, day, a, b: 1 })
          }
      }
      if (cited > 0) citing++
    }
    const estimate = estimateChange(changeInput(parts))
    if (estimate === null) throw new Error('30 prompts can be tested')
    return { change: untested(), estimate: { ...estimate, df: citing - 1 } }
  })
  judgeList(list, 100)
  return {
    changes: list.map(({ change }) => change),
    moved: new Set(Array.from({ length: moving }, (_, site) => site)),
  }
}

/** The mean share of false verdicts, how many verdicts there were, and the share of moved rows that got one. */
function rates(make: () => Judged) {
  let [falseShare, called, found, moved] = [0, 0, 0, 0]
  for (let list = 0; list < times; list++) {
    const judged = make()
    const up = judged.changes.flatMap(({ verdict }, row) => (verdict === 'up' || verdict === 'down' ? [row] : []))
    const right = up.filter((row) => judged.moved.has(row)).length
    falseShare += up.length === 0 ? 0 : (up.length - right) / up.length
    called += up.length
    found += right
    moved += judged.moved.size
  }
  return {
    'false share': (falseShare / times).toFixed(3),
    called,
    found: moved === 0 ? '' : (found / moved).toFixed(2),
  }
}

table(`Lists of ${prompts} prompts at ${engines} engines, ${days} days against ${days}, ${times} lists each`, [
  { world: 'nothing moved, AR 0.8', ...rates(() => promptList(0.8, 0, 0)) },
  { world: '6 moved by 20 points, AR 0.8', ...rates(() => promptList(0.8, 6, 0.2)) },
  { world: '6 moved by 30 points, AR 0.8', ...rates(() => promptList(0.8, 6, 0.3)) },
  { world: '6 moved by 30 points, independent days', ...rates(() => promptList(0, 6, 0.3)) },
])
table(`Lists of 100 sites that wander within prompts, ${times} lists each`, [
  { world: 'nothing moved', ...rates(() => siteList(100, 0, 0)) },
  { world: '10 moved by 8 points', ...rates(() => siteList(100, 10, 0.08)) },
])

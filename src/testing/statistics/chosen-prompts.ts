import { tOf } from '../../lib/statistics/distributions.ts'
import { type ExperimentPrompt, estimateEffect } from '../../lib/statistics/experiment.ts'
import { drawExperiment, type ExperimentWorld, quietWorld } from './experiment-worlds.ts'

/** How 20 of 100 prompts are chosen, their controls, and the baseline. */
export const choices = {
  all: 'selection window as baseline, all others',
  next: 'selection window as baseline, the 20 next lowest',
  fresh: '28 fresh days, the 20 next lowest',
  before: '28 days before the window, the 20 next lowest',
  draw: 'a draw among the 40 lowest, selection window as baseline',
  matched: 'treated really higher, controls that look alike in the baseline',
} as const

export type Choice = keyof typeof choices

const [fresh, after] = [28, 28]
const treated = 20

const shareIn = ({ cells }: ExperimentPrompt, from: number, to: number) => {
  const sums = (['a', 'b'] as const).map((sum) =>
    cells.flatMap((cell) => [...(cell?.[sum].slice(from, to) ?? [])]).reduce((all, value) => all + value, 0),
  ) as [number, number]
  return sums[0] / sums[1]
}

/** The mean effect in points, its error, and the share of verdicts, if nothing has an effect. */
export function tryChoices(
  choose: Choice,
  times: number,
  random: () => number,
  { window, ...settings }: Partial<ExperimentWorld> & { window: number } = { window: 14, engines: 1 },
) {
  const from = choose === 'before' ? fresh : 0
  const days = from + window + (choose === 'fresh' ? fresh : 0) + after
  const world = {
    ...{ ...quietWorld, treated: 50, controls: 50, promptShock: 0.7, baseline: days - after, after },
    ...(choose === 'matched' && { treated, controls: 80, treatedShare: 0.45 }),
    ...settings,
  }
  const baseline = {
    before: { from: 0, to: from },
    fresh: { from: window, to: window + fresh },
  }[choose as string] ?? { from, to: from + window }
  const values: number[] = []
  let clear = 0
  for (let time = 0; time < times; time++) {
    const level = (prompt: ExperimentPrompt) => shareIn(prompt, from, from + window)
    const prompts = armsOf(drawExperiment(world, random), choose, level, random)
    const estimate = estimateEffect(prompts, [baseline, { from: days - after, to: days }], true)
    if (estimate === undefined) throw new Error('no estimate')
    values.push(100 * estimate.value)
    if (Math.abs(estimate.value) > tOf(0.05, estimate.df) * Math.sqrt(estimate.variance)) clear++
  }
  const points = values.reduce((sum, value) => sum + value, 0) / times
  const variance = values.reduce((sum, value) => sum + (value - points) ** 2, 0) / (times - 1)
  return { points, error: Math.sqrt(variance / times), clear: clear / times }
}

function armsOf(
  drawn: readonly ExperimentPrompt[],
  choose: Choice,
  level: (prompt: ExperimentPrompt) => number,
  random: () => number,
): ExperimentPrompt[] {
  if (choose === 'matched') return matched(drawn, level)
  const lowest = drawn.toSorted((a, b) => level(a) - level(b))
  const lots = lowest.slice(0, 2 * treated).map((prompt) => ({ prompt, place: random() }))
  const ordered = choose === 'draw' ? lots.toSorted((a, b) => a.place - b.place).map(({ prompt }) => prompt) : lowest
  const chosen = ordered.slice(0, choose === 'all' ? ordered.length : 2 * treated)
  return chosen.map((prompt, index) => ({ ...prompt, isTreated: index < treated, cluster: index }))
}

/** For each treated prompt, the control with the most similar level in the baseline. */
function matched(drawn: readonly ExperimentPrompt[], level: (prompt: ExperimentPrompt) => number) {
  const controls = new Set(drawn.filter(({ isTreated }) => !isTreated))
  return drawn.flatMap((prompt) => {
    if (!prompt.isTreated) return []
    const distance = (other: ExperimentPrompt) => Math.abs(level(other) - level(prompt))
    const [nearest] = [...controls].sort((a, b) => distance(a) - distance(b)) as [ExperimentPrompt]
    controls.delete(nearest)
    return [prompt, nearest]
  })
}

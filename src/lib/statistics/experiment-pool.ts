import { tOf } from './distributions.ts'
import { sumBy } from './sum-by.ts'

/** With fewer experiments, the interval of their mean is too wide to say anything. */
export const minPooled = 3

/**
 * The mean effect of experiments without common prompts, with a 95 % interval (Paule and Mandel 1982; Hartung and Knapp
 * 2001, never narrower than without their correction).
 * @returns undefined with fewer than three
 */
export function poolEffects(effects: readonly { value: number; variance: number }[]) {
  const degrees = effects.length - 1
  if (effects.length < minPooled) return undefined
  const at = (between: number) => {
    const weights = effects.map(({ variance }) => 1 / (variance + between))
    const all = sumBy(weights, (weight) => weight)
    const mean = effects.reduce((sum, { value }, index) => sum + (weights[index] as number) * value, 0) / all
    const squares = effects.reduce((sum, { value }, index) => sum + (weights[index] as number) * (value - mean) ** 2, 0)
    return { mean, all, squares }
  }
  let [low, high] = [0, 1]
  while (at(high).squares > degrees) high *= 2
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (at(middle).squares > degrees) low = middle
    else high = middle
  }
  const { mean, all, squares } = at(at(0).squares > degrees ? high : 0)
  const half = tOf(0.05, degrees) * Math.sqrt(Math.max(1, squares / degrees) / all)
  return { value: mean, low: mean - half, high: mean + half }
}

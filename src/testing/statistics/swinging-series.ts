import type { DailyCells } from '../../lib/statistics/daily-cells.ts'
import { normal, shareAround } from './random.ts'

/** Prompts asked on one engine once a day, whose shares swing together from day to day. */
export interface SwingingWorld {
  prompts: number
  /** Share of answers that name the entity, over all prompts. */
  share: number
  /** Correlation of answers to one prompt: its part of p(1−p). */
  likeness: number
  /** Standard deviation of the swings, in logits. */
  sd: number
  /** An AR(1) process, the mean of 7 independent days, or half of the variance AR(1) and half independent. */
  swings: 'ar' | 'week' | 'half'
  /** Correlation of adjacent days of the AR(1) process. */
  rho: number
}

/** Days of a world. @param step relative increase of all shares from a day on */
export function swingingCells(
  world: SwingingWorld & { days: number; step?: { day: number; moved: number } },
  random: () => number,
): DailyCells {
  const { days, prompts, step } = world
  const cells = {
    days,
    prompts,
    n: new Uint32Array(days * prompts).fill(1),
    y: new Uint32Array(days * prompts),
  }
  const odds = Array.from({ length: prompts }, () => {
    const share = shareAround(world.share, world.likeness, random)
    return share / Math.max(1e-9, 1 - share)
  })
  const swing = swingsOf(world, days, random)
  for (let day = 0; day < days; day++) {
    const factor = Math.exp(world.sd * (swing[day] as number))
    const moved = step !== undefined && day >= step.day ? 1 + step.moved : 1
    odds.forEach((own, prompt) => {
      const share = ((own * factor) / (1 + own * factor)) * moved
      cells.y[day * prompts + prompt] = Number(random() < share)
    })
  }
  return cells
}

/** Standard deviates, one per day. */
function swingsOf({ swings, rho }: SwingingWorld, days: number, random: () => number): number[] {
  if (swings === 'week') {
    const single = Array.from({ length: days + 6 }, () => normal(random))
    return Array.from({ length: days }, (_, day) => {
      return single.slice(day, day + 7).reduce((all, value) => all + value, 0) / Math.sqrt(7)
    })
  }
  let last = normal(random)
  return Array.from({ length: days }, () => {
    const value = last
    last = rho * last + Math.sqrt(1 - rho * rho) * normal(random)
    return swings === 'half' ? (value + normal(random)) / Math.SQRT2 : value
  })
}

import type { Area, EntityKey } from './catalogue.ts'
import type { Country } from './prompts.ts'
import { createRng, hashText } from './random.ts'
import { launchDaysAgo, recallDaysAgo } from './workspace.ts'

/** The engines that the demonstration watches, by slug. */
export const demoEngines = ['chatgpt', 'perplexity', 'gemini', 'google-ai-overviews', 'claude'] as const
export type DemoEngine = (typeof demoEngines)[number]

/** Where and when an answer was given; `daysAgo` counts whole UTC days before today. */
export interface Moment {
  area: Area
  engine: DemoEngine
  country: Country
  daysAgo: number
}

export type Tone = 'praise' | 'mixed' | 'criticism'

// Share of answers that name each entity before engine, country and time have their say.
// biome-ignore format: table
const presence: Record<Area, Record<EntityKey, number>> = {
  entry:       { calvenzo: 0.58, sartella: 0.30, plinth: 0.46, penhollow: 0.66, vaudrel: 0.18, dornbrueck: 0.15, yuvenka: 0.56, kvarnholt: 0.14, dosetta: 0.04 },
  prosumer:    { calvenzo: 0.60, sartella: 0.82, plinth: 0.42, penhollow: 0.24, vaudrel: 0.18, dornbrueck: 0.10, yuvenka: 0.44, kvarnholt: 0.18, dosetta: 0 },
  compact:     { calvenzo: 0.48, sartella: 0.20, plinth: 0.80, penhollow: 0.42, vaudrel: 0.24, dornbrueck: 0.18, yuvenka: 0.58, kvarnholt: 0.05, dosetta: 0.22 },
  automatic:   { calvenzo: 0.13, sartella: 0.08, plinth: 0.08, penhollow: 0.40, vaudrel: 0.28, dornbrueck: 0.95, yuvenka: 0.42, kvarnholt: 0.03, dosetta: 0.08 },
  office:      { calvenzo: 0.1, sartella: 0.06, plinth: 0.04, penhollow: 0.38, vaudrel: 0.22, dornbrueck: 0.95, yuvenka: 0.22, kvarnholt: 0.02, dosetta: 0.22 },
  grinder:     { calvenzo: 0.34, sartella: 0.38, plinth: 0.30, penhollow: 0.36, vaudrel: 0.05, dornbrueck: 0.10, yuvenka: 0.16, kvarnholt: 0.93, dosetta: 0 },
  reliability: { calvenzo: 0.58, sartella: 0.55, plinth: 0.28, penhollow: 0.58, vaudrel: 0.22, dornbrueck: 0.60, yuvenka: 0.30, kvarnholt: 0.10, dosetta: 0 },
  repair:      { calvenzo: 0.62, sartella: 0.66, plinth: 0.24, penhollow: 0.32, vaudrel: 0.22, dornbrueck: 0.28, yuvenka: 0.26, kvarnholt: 0.15, dosetta: 0 },
  energy:      { calvenzo: 0.48, sartella: 0.24, plinth: 0.54, penhollow: 0.36, vaudrel: 0.24, dornbrueck: 0.45, yuvenka: 0.52, kvarnholt: 0.03, dosetta: 0.28 },
  descaling:   { calvenzo: 0.36, sartella: 0.18, plinth: 0.14, penhollow: 0.32, vaudrel: 0.12, dornbrueck: 0.40, yuvenka: 0.22, kvarnholt: 0, dosetta: 0.10 },
  capsules:    { calvenzo: 0.34, sartella: 0.14, plinth: 0.18, penhollow: 0.34, vaudrel: 0.14, dornbrueck: 0.28, yuvenka: 0.26, kvarnholt: 0.08, dosetta: 0.92 },
}

// Shifts in log-odds.
const byCountry: Record<Country, Partial<Record<EntityKey, number>>> = {
  US: { penhollow: 0.5, vaudrel: -0.8, dornbrueck: -0.3 },
  GB: { calvenzo: 0.3, plinth: 0.4, vaudrel: -0.4 },
  DE: { dornbrueck: 0.9, penhollow: -0.9, sartella: 0.2, calvenzo: -0.1 },
  FR: { calvenzo: -2.1, vaudrel: 2.8, penhollow: -0.7, dornbrueck: -0.2 },
}
const byEngine: Record<DemoEngine, Partial<Record<EntityKey, number>>> = {
  chatgpt: { calvenzo: 0.2, sartella: 0.1 },
  perplexity: { yuvenka: 0.3, plinth: -0.2 },
  gemini: { penhollow: 0.2, dornbrueck: 0.2 },
  'google-ai-overviews': { penhollow: 0.3, plinth: 0.2, sartella: -0.3 },
  claude: { yuvenka: -1.2, sartella: 0.3 },
}

/** 0 before an event, rising to 1 over `rampDays` from its day on. */
function since(eventDaysAgo: number, rampDays: number, daysAgo: number): number {
  return Math.min(1, Math.max(0, (eventDaysAgo - daysAgo) / rampDays))
}

function shiftOverTime(key: EntityKey, { engine, daysAgo }: Moment): number {
  if (key === 'yuvenka') return -3.4 * (daysAgo / 89)
  if (key !== 'calvenzo') return 0
  const launched = since(launchDaysAgo, 12, daysAgo)
  return engine === 'perplexity' ? -1.2 + 2.6 * launched : 0.15 * launched
}

/** A little weather: each entity has better and worse days, the same for all answers of a day. */
function dayNoise(key: EntityKey, day: string): number {
  return (createRng(hashText(`${day} ${key}`)).next() - 0.5) * 0.5
}

/**
 * Log-odds that an answer names the entity.
 * @param day the UTC date of the answer, the seed of that day's noise
 */
export function strengthOf(key: EntityKey, moment: Moment, day: string): number {
  const share = presence[moment.area][key]
  if (share === 0) return Number.NEGATIVE_INFINITY
  return (
    Math.log(share / (1 - share)) +
    (byCountry[moment.country][key] ?? 0) +
    (byEngine[moment.engine][key] ?? 0) +
    shiftOverTime(key, moment) +
    dayNoise(key, day)
  )
}

/** Shares of praise and of criticism; the rest is mixed. */
const tones: Record<EntityKey, [praise: number, criticism: number]> = {
  calvenzo: [0.58, 0.1],
  sartella: [0.5, 0.16],
  plinth: [0.45, 0.17],
  penhollow: [0.55, 0.12],
  vaudrel: [0.47, 0.13],
  dornbrueck: [0.58, 0.1],
  yuvenka: [0.48, 0.16],
  kvarnholt: [0.68, 0.05],
  dosetta: [0.24, 0.36],
}

/** How much of the recall has reached an engine, 0 to 1; Claude answers from older knowledge more often. */
export function recallShare({ engine, daysAgo }: Moment): number {
  return since(recallDaysAgo, 4, daysAgo) * (engine === 'claude' ? 0.45 : 1)
}

/** How often the brand's new machine is the one that is named, 0 to 1. */
export function launchShare({ engine, daysAgo, area }: Moment): number {
  if (area !== 'entry' && area !== 'prosumer' && area !== 'compact' && area !== 'energy') return 0
  return since(launchDaysAgo, 12, daysAgo) * (engine === 'perplexity' ? 0.7 : 0.2)
}

/** Draws the tone in which an answer speaks of an entity. `roll` is uniform in [0, 1). */
export function toneOf(key: EntityKey, moment: Moment, roll: number): Tone {
  let [praise, criticism] = tones[key]
  if (key === 'penhollow') {
    const recalled = recallShare(moment)
    praise += (0.05 - praise) * recalled
    criticism += (0.72 - criticism) * recalled
  }
  if (roll < praise) return 'praise'
  return roll < 1 - criticism ? 'mixed' : 'criticism'
}

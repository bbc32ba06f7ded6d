import { t975, twoSidedP } from '../../lib/statistics/distributions.ts'
import type { ReferenceAnswer } from './reference-brand.ts'

// The test of a change a second time, from single answers: what docs/statistics.md says, step by step.

const sum = <T>(values: Iterable<T>, of: (value: T) => number) => {
  let all = 0
  for (const value of values) all += of(value)
  return all
}

/**
 * By how much an entity is named more often where the same was asked of the same.
 * @returns null where fewer than five prompts match
 */
export function referenceChange(
  periods: readonly [readonly ReferenceAnswer[], readonly ReferenceAnswer[]],
  entityId: string,
) {
  const y = (answer: ReferenceAnswer) => Number(answer.mentions.some((one) => one.entityId === entityId))
  const keyOf = ({ asked, engine }: ReferenceAnswer) => `${engine} ${asked}`
  const cells = periods.map((answers) => Map.groupBy(answers, keyOf))
  const [first, second] = cells as [Map<string, ReferenceAnswer[]>, Map<string, ReferenceAnswer[]>]
  const keys = [...first.keys()].filter((key) => second.has(key))
  const n = (t: number, key: string) => cells[t]?.get(key)?.length ?? 0
  const q = (t: number, key: string) => sum(cells[t]?.get(key) ?? [], y) / n(t, key)
  const raw = (key: string) => sum([0, 1], (t) => n(t, key) / (periods[t] ?? []).length) / 2
  const rawSum = sum(keys, raw)
  const w = (key: string) => raw(key) / rawSum
  const prompts = [...Map.groupBy(keys, (key) => first.get(key)?.[0]?.asked).values()].map((own) => ({
    a: sum(own, (key) => w(key) * (q(1, key) - q(0, key))),
    b: sum(own, w),
  }))
  if (prompts.length < 5) return null
  const delta = sum(keys, (key) => w(key) * (q(1, key) - q(0, key)))
  const answers = sum([0, 1], (t) => sum(keys, (key) => n(t, key))) / 2
  const clean = (variance: number) => (variance * answers ** 2 < 1e-9 ? 0 : variance)
  const c = ({ b }: { b: number }) => 1 / (1 - b)
  const ofPrompts = clean(sum(prompts, (own) => c(own) * (own.a - delta * own.b) ** 2))
  const [h2, h4] = [sum(prompts, ({ b }) => b ** 2), sum(prompts, ({ b }) => b ** 4)]
  const h2c = sum(prompts, (own) => own.b ** 2 * c(own))
  const h4c2 = sum(prompts, (own) => own.b ** 4 * c(own) ** 2)
  const dfPrompts = Math.max(1, Math.min(1 / (h2 + h2c ** 2 - h4c2), h2 ** 2 / h4 - 1))
  const noise = [0, 1].map((t) =>
    sum(keys, (key) => (n(t, key) === 1 ? 0 : (w(key) ** 2 * q(t, key) * (1 - q(t, key))) / (n(t, key) - 1))),
  )
  const days = [0, 1].map((t) => {
    const matched = keys.flatMap((key) => cells[t]?.get(key) ?? [])
    const byDay = [...Map.groupBy(matched, ({ day }) => day).values()]
    const rr = sum(
      byDay,
      (own) =>
        sum(own, (answer) => (w(keyOf(answer)) / n(t, keyOf(answer))) * (y(answer) - q(t, keyOf(answer)))) **
        2,
    )
    const share = sum(keys, (key) => w(key) * q(t, key))
    const d = byDay.length
    const floor = (noise[t] ?? 0) + (0.05 * (share * (1 - share)) ** 2) / d
    if (d === 1) return { v: floor, df: 60 }
    const own = (d / (d - 1)) * rr
    return { v: d < 5 ? Math.max(own, floor) : own, df: d - 1 }
  })
  const ofDays = sum(days, ({ v }) => v)
  const daysParts = sum(days, ({ v, df }) => v ** 2 / df)
  const extra = clean(Math.max(0, ofDays - sum(noise, (one) => one)))
  const variance = clean(Math.max(ofPrompts, ofDays, ofPrompts + ofDays - sum(noise, (one) => one)))
  const judged = (v: number, df: number) => {
    const half = t975(df) * Math.sqrt(v)
    const interval = { low: Math.max(-1, delta - half), high: Math.min(1, delta + half) }
    return { value: delta, interval, pValue: twoSidedP(delta / Math.sqrt(v), df) }
  }
  if (variance > 0) {
    const parts = ofPrompts ** 2 / dfPrompts + (extra === 0 ? 0 : extra ** 2 / (ofDays ** 2 / daysParts))
    return judged(variance, Math.max(1, parts === 0 ? prompts.length - 1 : variance ** 2 / parts))
  }
  if (Math.abs(delta) < 1e-12) return { value: 0, interval: null, pValue: 1 }
  const mean = sum([0, 1], (t) => sum(keys, (key) => w(key) * q(t, key))) / 2
  return judged((2 * mean * (1 - mean)) / prompts.length, prompts.length - 1)
}

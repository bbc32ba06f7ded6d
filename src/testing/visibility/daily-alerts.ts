import { randomUUID } from 'node:crypto'
import { makeWriter } from '../fixture.ts'
import type { Answer, TestApp } from '../test-app.ts'
import { answersFile } from '../test-app.ts'
import { type MadeBrand, makeBrand } from './make-brand.ts'

/** A brand with a key that can also write. */
export async function makeWritingBrand(test: TestApp, name: string): Promise<MadeBrand> {
  const made = await makeBrand(test, name)
  return { ...made, key: await makeWriter(test, made.workspaceId) }
}

/** The first day with answers; day 76 is the first of May. */
const firstDay = Date.parse('2026-02-14')
const dayMs = 86_400_000
export const dayOf = (day: number) => new Date(firstDay + day * dayMs).toISOString().slice(0, 10)

/** Sets the clock to the early morning after a day, when alerts cover the day. */
export const afterDay = (test: TestApp, day: number) =>
  test.setNow(new Date(firstDay + (day + 1) * dayMs + 3_600_000).toISOString())

/** The contents of daily answers. */
export interface DailyAnswers {
  /** How many of the brand's five prompts no longer name it on a day. */
  lost: (day: number) => number
  days?: [first: number, last: number]
  engine?: string
  country?: string
  model?: (day: number) => string
  /** Which of the ten prompts are asked. */
  isAsked?: (prompt: number, day: number) => boolean
}

/** Imports answers to ten prompts per day; the first five name the brand. */
export async function importDaily(
  test: TestApp,
  brand: MadeBrand,
  { lost, days = [0, 105], engine = 'chatgpt', country = 'US', model, isAsked }: DailyAnswers,
): Promise<void> {
  const lines = []
  for (let day = days[0]; day <= days[1]; day++)
    for (let prompt = 0; prompt < 10; prompt++) {
      if (isAsked?.(prompt, day) === false) continue
      const isNamed = prompt >= lost(day) && prompt < 5
      lines.push({
        id: `${engine} ${country} ${prompt} ${day}`,
        prompt: `Prompt ${prompt}`,
        topic: prompt < 3 ? 'Boots' : 'Shoes',
        tags: prompt === 0 ? ['First'] : ['Other'],
        engine,
        country,
        executed_at: `${dayOf(day)}T10:00:00Z`,
        answer: isNamed ? 'Zuvari.' : 'Nobody.',
        ...(model === undefined ? {} : { model: model(day) }),
      })
    }
  await test.operate('import-answers', { brand_id: brand.brandId }, answersFile(lines))
}

/** Four of five prompts no longer name the brand, from a day until another. */
export const fallsOn =
  (from: number, to = Number.POSITIVE_INFINITY) =>
  (day: number) =>
    day >= from && day < to ? 4 : 0

/** The fields of an alert that tests read. */
export interface Alert {
  id: string
  raised_at: string
  engine: string
  country: string
  direction: string
  since: string
  state: string
  summary: string
  model_change: object | null
  change: number
  evidence: { prompt_id: string | null; prompt: string | null; moved: number }[]
}

export const alertsPath = ({ brandId }: MadeBrand, more = '') => `/v1/brands/${brandId}/visibility/alerts${more}`

/** The period of all answers, with some days before and after. */
export const allDays = '?start_date=2026-02-01&end_date=2026-06-30'

export const readAlerts = async (test: TestApp, brand: MadeBrand, query = allDays): Promise<Alert[]> =>
  (await test.get(alertsPath(brand, query), brand.key)).body.data as Alert[]

export const setAlert = (
  test: TestApp,
  brand: MadeBrand,
  id: string,
  state: unknown,
  key = brand.key,
): Promise<Answer> =>
  test.send('PATCH', alertsPath(brand, `/${id}`), key, {
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ state }),
  })

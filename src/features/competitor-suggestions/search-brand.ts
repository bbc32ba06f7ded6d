import { z } from 'zod'
import type { Brand, Services } from '../../kernel/context.ts'
import { incrementDataVersion } from '../../kernel/data-version.ts'
import { jobContext } from '../../kernel/job-context.ts'
import { uuidFromText } from '../../lib/hashed-uuid.ts'
import { ModelProblem } from '../../lib/models/model-problem.ts'
import type { TextModel } from '../../lib/models/text-model.ts'
import { createThreads } from '../../lib/threads/threads.ts'
import type { Transaction } from '../../stores/postgres.ts'
import { insertRows } from '../../stores/postgres-rows.ts'
import { countAnswersOf, lastDays, openView } from '../visibility/index.ts'
import type { FoundName, FoundNames, SearchTask } from './find-names.ts'
import { readNewestAnswers } from './read-answers.ts'
import { excludedNames, type Search, type Suggestion, suggestionsOf } from './suggestion.ts'

const task = `You are given names from answers of AI assistants, each with a sentence from one of the answers, and the
brand that the answers are about. Say which names are brands or companies that a buyer could choose instead of that
brand. Exclude products, product lines, categories, technical terms, headings, publishers and test magazines.
Field: competitors (those names, spelled exactly as given).`

/** Enough to identify the industry; more only add cost. */
const maxCompetitors = 60

const answer = z.object({ competitors: z.array(z.string()).max(1000) })

interface JudgedBrand {
  name: string
  competitors: readonly string[]
}

interface JudgedName {
  name: string
  quote: string
}

/**
 * Returns the names that may be competing brands. Ignores names that the model adds, as it is not a source.
 * @throws ModelProblem, or the signal's reason
 */
async function judgeByModel(
  model: TextModel,
  brand: JudgedBrand,
  names: readonly JudgedName[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const known_competitors = brand.competitors.slice(0, maxCompetitors)
  const material = JSON.stringify({ brand: brand.name, known_competitors, names }, null, 1)
  const { competitors } = await model.ask({ task, material, schema: answer }, signal)
  const said = new Set(competitors.map((name) => name.trim().toLowerCase()))
  return new Set(names.flatMap(({ name }) => (said.has(name.toLowerCase()) ? [name] : [])))
}

/** Length of the window in days, including today. */
const windowDays = 90
/** Brands with fewer answers are searched after every import, others once a day. */
const fewAnswers = 1000
/** Maximum names to judge by the language model. */
const judgedNames = 100
const searchMs = 300_000

/** Runs searches off the main thread, which handles requests. */
const threads = createThreads({
  module: new URL('./find-names.ts', import.meta.url),
  maxThreads: 1,
  stopTimeoutMs: 1000,
})

const dayOf = (services: Services) => services.now().toISOString().slice(0, 10)
const stateOf = (services: Services, { ingest_seq, erasures }: Brand) => `${dayOf(services)} ${erasures} ${ingest_seq}`

/** Whether answers were added or erased since the last search, or a new day started. */
export function needsSearch(services: Services, brand: Brand, last: Search | undefined): boolean {
  const state = stateOf(services, brand)
  if (last === undefined || last.answers < fewAnswers) return last?.state !== state
  const withoutSeq = (text: string) => text.slice(0, text.lastIndexOf(' '))
  return withoutSeq(last.state) !== withoutSeq(state)
}

/** Searches for brands in answers that are not tracked. Keeps earlier decisions on names found again. */
export async function searchBrand(
  services: Services,
  brand: Brand,
  signal: AbortSignal,
): Promise<{ answers: number; open: number }> {
  const state = stateOf(services, brand)
  const ctx = await jobContext(services, 'find-competitor-suggestions', brand)
  if (ctx === undefined) return { answers: 0, open: 0 }
  const period = lastDays(windowDays, services.now())
  const view = await openView(ctx, period, undefined)
  const [answers, answersOfPeriod, names, known] = await Promise.all([
    readNewestAnswers(ctx, view),
    countAnswersOf(ctx, view),
    excludedNames(services.db, brand),
    suggestionsOf(services.db, brand.id).execute(),
  ])
  const own = { names: names.own, domain: brand.primary_domain }
  const task: SearchTask = { answers, brand: own, taken: names.others }
  const found = await threads.run<FoundNames>('findNames', task, signal, searchMs)
  const judged = await judge(services, { name: brand.name, competitors: names.competitors }, found.names, known, signal)
  const search: Search = {
    brand_id: brand.id,
    state,
    looked_at: services.now(),
    ...period,
    answers: answers.length,
    answers_of_period: answersOfPeriod,
    answers_naming_brand: found.answersNamingBrand,
    model: judged.model,
    model_problem: judged.problem,
  }
  return services.db.transaction().execute(async (transaction) => {
    const brands = transaction.selectFrom('brands').select('reading_version').where('id', '=', brand.id)
    const locked = await brands.forUpdate().executeTakeFirst()
    // Discards results from outdated readings; the next run uses the current ones.
    if (locked?.reading_version !== brand.reading_version) return { answers: 0, open: 0 }
    const open = await store(transaction, search, found.names, judged.judgements)
    await transaction.updateTable('brands').set(incrementDataVersion).where('id', '=', brand.id).execute()
    return { answers: answers.length, open }
  })
}

type Judgements = ReadonlyMap<string, 'brand' | 'other'>

/** Judges the first names by the model, if configured. Judges each name once. */
async function judge(
  services: Services,
  brand: JudgedBrand,
  found: readonly FoundName[],
  known: readonly Suggestion[],
  signal: AbortSignal,
) {
  const earlier = known.flatMap(({ name, judgement }) => (judgement === null ? [] : [[name, judgement] as const]))
  const judgements = new Map(earlier as [string, 'brand' | 'other'][])
  const model = services.states.knowledge.model
  if (model === undefined) return { judgements, model: null, problem: null }
  const asked = found
    .slice(0, judgedNames)
    .filter(({ name }) => !judgements.has(name))
    .map(({ name, quotes }) => ({ name, quote: quotes[0]?.text ?? '' }))
  if (asked.length === 0) return { judgements, model: model.name, problem: null }
  try {
    const brands = await judgeByModel(model, brand, asked, signal)
    for (const { name } of asked) judgements.set(name, brands.has(name) ? 'brand' : 'other')
    return { judgements, model: model.name, problem: null }
  } catch (error) {
    if (!(error instanceof ModelProblem)) throw error
    services.log.warn({ problem: error.message }, 'the language model failed to judge suggested competitors')
    return { judgements, model: null, problem: error.message }
  }
}

const idOf = (brandId: string, name: string) =>
  uuidFromText(JSON.stringify([brandId, 'competitor suggestion', name.toLowerCase()]))

/**
 * Replaces the stored suggestions. Keeps decisions and first-seen times.
 * @returns the number of open suggestions
 */
async function store(
  transaction: Transaction,
  search: Search,
  found: readonly FoundName[],
  judgements: Judgements,
): Promise<number> {
  const { brand_id, looked_at: at } = search
  // Reads decisions again, as members may have decided during the search.
  const rows = await suggestionsOf(transaction, brand_id).execute()
  const known = new Map(rows.map((row) => [row.id, row]))
  const isOther = ({ name }: FoundName) => judgements.get(name) === 'other'
  const ordered = [...found.filter((name) => !isOther(name)), ...found.filter(isOther)]
  const now = new Map(ordered.map((name, place) => [idOf(brand_id, name.name), { ...name, place }]))
  const gone = rows.filter(({ id, state }) => state !== 'open' && !now.has(id))
  const next = [...now].map(([id, one]) => ({
    id,
    brand_id,
    name: one.name,
    place: one.place,
    answers: one.answers,
    answers_with_brand: one.answersWithBrand,
    engines: one.engines,
    quotes: one.quotes as never,
    first_seen_at: earlier(known.get(id)?.first_seen_at, new Date(one.firstSeenAt)),
    last_seen_at: new Date(one.lastSeenAt),
    judgement: judgements.get(one.name) ?? null,
    state: known.get(id)?.state ?? 'open',
    competitor_id: known.get(id)?.competitor_id ?? null,
    created_at: known.get(id)?.created_at ?? at,
    updated_at: known.get(id)?.updated_at ?? at,
  }))
  // Drops quotes of names not found again, as their answers may be erased.
  const kept = gone.map((row) => ({ ...row, place: null, quotes: [] as never }))
  await transaction.deleteFrom('competitor_suggestions').where('brand_id', '=', brand_id).execute()
  await insertRows(transaction, 'competitor_suggestions', [...next, ...kept])
  await transaction.deleteFrom('competitor_searches').where('brand_id', '=', brand_id).execute()
  await transaction.insertInto('competitor_searches').values(search).execute()
  return next.filter(({ state }) => state === 'open').length
}

const earlier = (known: Date | undefined, seen: Date) => (known !== undefined && known < seen ? known : seen)

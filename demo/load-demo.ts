import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { operations } from '../src/features.ts'
import { operator as actor } from '../src/kernel/actor.ts'
import type { Services } from '../src/kernel/context.ts'
import { type Envelope, invoke } from '../src/kernel/invoke.ts'
import { ApiError, conflict } from '../src/lib/errors.ts'
import type { Emulator } from '../src/lib/providers/emulator/start-emulator.ts'
import content from './data/brand.json' with { type: 'json' }
import { emulatedBudgetUsd, emulatedPlans, emulatedSource } from './emulated-sources.ts'
import { demoAnswers, demoLog, demoPageScans } from './shifted-data.ts'

/**
 * Makes the demonstration workspace where it is missing, through the operations that an operator would use, and issues
 * a new key to it. What an interrupted start left undone is completed; days since the last start are added.
 * @param emulator what stands in for providers; nothing is collected without it
 * @returns the text to show once the URL is known
 * @throws ApiError conflict where the data directory holds other workspaces
 */
export async function openDemo(
  services: Services,
  emulator?: Emulator,
): Promise<(url: string) => Promise<string>> {
  const workspaceId = await openWorkspace(createOperator(services, {}))
  const ids = { workspace_id: workspaceId }
  const brandId = await openBrand(createOperator(services, ids))
  const operator = createOperator(services, { ...ids, brand_id: brandId })
  await complete(operator, ['list-competitors', 'create-competitor'], 'name', content.competitors)
  await complete(operator, ['list-tags', 'create-tag'], 'name', content.tags)
  await addObserved(operator, services.now())
  await addEntered(operator)
  if (emulator !== undefined) await openCollection(operator, brandId, emulator)
  await addPages(operator, services.now())
  const { secret } = await operator.call<{ secret: string }>('create-key', { name: 'Demonstration' })
  const people = await operator.list('list-people')
  if (people.length === 0) await operator.call('create-person', { ...owner, role: 'owner' })
  return async (url) => {
    const link = await createOperator(services, {}).call<{ url: string }>('create-sign-in-link', {
      email: people.find(({ role }) => role === 'owner')?.email ?? owner.email,
    })
    return welcome(url, brandId, secret, link.url)
  }
}

const owner = { email: 'owner@demonstration.example', name: 'Demonstration' }

type Input = Record<string, unknown>
type Row = Record<string, unknown> & { id: string }

/** Runs operations by name, as the operator. */
interface Operator {
  /** @param lines those of the operation's file, where it takes one */
  call<T = Row>(name: string, input?: Input, lines?: string[]): Promise<T>
  /** All rows of a list. */
  list(name: string): Promise<Row[]>
}

function createOperator(services: Services, ids: Record<string, string>): Operator {
  async function run(name: string, input: Input, lines: string[] = []): Promise<Envelope> {
    const operation = operations.find((candidate) => candidate.name === name)
    if (operation === undefined) throw new Error(`no operation ${name}`)
    const file = Readable.from(lines.map((line) => Buffer.from(`${line}\n`)))
    return invoke(services, operation, { actor, requestId: randomUUID(), ids, input, file })
  }
  return {
    async call<T>(name: string, input: Input = {}, lines?: string[]) {
      return (await run(name, input, lines)).data as T
    },
    async list(name) {
      const rows: Row[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await run(name, cursor === undefined ? { limit: 100 } : { limit: 100, cursor })
        rows.push(...(page.data as Row[]))
        cursor = page.pagination?.next_cursor ?? null
      }
      return rows
    },
  }
}

async function openWorkspace({ call, list }: Operator): Promise<string> {
  const workspaces = await list('list-workspaces')
  const found = workspaces.find(({ name }) => name === content.workspace.name)
  if (workspaces.length > (found === undefined ? 0 : 1)) {
    throw conflict(
      'the data directory holds other workspaces: serve shows them all, and --data-dir gives the demonstration one of its own',
    )
  }
  return (found ?? (await call<Row>('create-workspace', content.workspace))).id
}

async function openBrand({ call, list }: Operator): Promise<string> {
  const brands = await list('list-brands')
  const found = brands.find(({ name }) => name === content.brand.name)
  return (found ?? (await call<Row>('create-brand', content.brand))).id
}

/** Makes those things that are not there yet; `field` tells them apart. */
async function complete<Field extends string>(
  { call, list }: Operator,
  [listing, making]: [string, string],
  field: Field,
  wanted: readonly (Input & Record<Field, string>)[],
): Promise<void> {
  const known = new Set((await list(listing)).map((row) => row[field]))
  for (const item of wanted) if (!known.has(item[field])) await call(making, item)
}

/** Answers and visits from the newest that is stored until now: files are in the order of time, and so are batches. */
async function addObserved({ call }: Operator, now: Date): Promise<void> {
  const newest = {
    limit: 1,
    start_date: new Date(now.getTime() - 100 * 86_400_000).toISOString().slice(0, 10),
  }
  const [answer] = await call<{ executed_at: string }[]>('list-executions', newest)
  await call('import-answers', {}, demoAnswers(now, answer && new Date(answer.executed_at)))
  const [visit] = await call<{ ts: string }[]>('list-crawler-visits', newest)
  await call('import-crawler-logs', { format: 'combined-vhost' }, demoLog(now, visit && new Date(visit.ts)))
}

/** What people would enter about the brand. What is there already stays as it is; its prompts must be. */
async function addEntered(operator: Operator): Promise<void> {
  const { call } = operator
  if (!(await hasProfile(operator))) await call('import-profile', {}, [JSON.stringify(content.profile)])
  const products = content.products.map((product) => JSON.stringify(product))
  await call('import-products', {}, products)
  await categorisePrompts(operator)
  await addSuggestions(operator)
  await complete(operator, ['list-writing-styles', 'create-writing-style'], 'name', content.styles)
  const documents = ['list-knowledge-documents', 'add-knowledge-document'] as [string, string]
  await complete(operator, documents, 'title', content.documents)
}

async function hasProfile({ call }: Operator): Promise<boolean> {
  try {
    await call('get-profile')
    return true
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return false
    throw error
  }
}

async function categorisePrompts(operator: Operator): Promise<void> {
  const names = content.categories.map(({ name }) => ({ name }))
  await complete(operator, ['list-alignment-categories', 'create-alignment-category'], 'name', names)
  const categories = await idsByName(operator, 'list-alignment-categories')
  const categoryOf = new Map(
    content.categories.flatMap(({ name, prompts }) => prompts.map((text) => [text, name])),
  )
  for (const { id, text, category_id } of await operator.list('list-prompts')) {
    const category = categoryOf.get(text as string)
    if (category_id === null && category !== undefined)
      await operator.call('update-prompt', { prompt_id: id, category_id: categories.get(category) })
  }
}

async function addSuggestions(operator: Operator): Promise<void> {
  const { call, list } = operator
  const categories = await idsByName(operator, 'list-alignment-categories')
  const products = await idsByName(operator, 'list-products')
  const known = new Map((await list('list-alignment-suggestions')).map((row) => [row.suggested_prompt, row]))
  for (const { category, product, decision, ...texts } of content.suggestions) {
    const about = { category_id: categories.get(category), product_id: products.get(product ?? '') }
    const { id, state } =
      known.get(texts.suggested_prompt) ??
      (await call<Row>('create-alignment-suggestion', { ...texts, ...about }))
    if (decision !== undefined && state === 'proposed')
      await call(`${decision}-alignment-suggestion`, { suggestion_id: id })
  }
}

async function idsByName({ list }: Operator, listing: string): Promise<Map<unknown, string>> {
  return new Map((await list(listing)).map(({ id, name }) => [name, id]))
}

/** Gives the pages that answers cite their texts, once, and looks for what there is to do. */
async function addPages({ call }: Operator, now: Date): Promise<void> {
  const read = await call<unknown[]>('list-page-scans', { outcome: 'read', limit: 1 })
  if (read.length === 0) await call('import-page-scans', {}, demoPageScans(now))
  await call('refresh-opportunities')
}

/** Has engines asked through emulated providers, and one round of each asked at the first start. */
async function openCollection(operator: Operator, brandId: string, emulator: Emulator): Promise<void> {
  const { call, list } = operator
  const known = new Map((await list('list-sources')).map((source) => [source.name, source]))
  if (known.size === 0) await call('set-budget', { brand_id: brandId, monthly_usd: emulatedBudgetUsd })
  for (const plan of emulatedPlans) {
    const fields = emulatedSource(emulator, plan)
    const source = known.get(plan.name)
    if (source?.base_url === fields.base_url) continue
    if (source !== undefined) {
      await call('update-source', { source_id: source.id, ...fields })
      continue
    }
    const { id } = await call('create-source', fields)
    await call('set-collection', { engine: plan.engine, source_id: id, countries: ['US'], times_per_week: 1 })
    await call('run-collection', { engine: plan.engine })
  }
}

function welcome(url: string, brandId: string, secret: string, signIn: string): string {
  const request = (path: string) => `  curl -s -H 'Authorization: Bearer ${secret}' '${url}/v1${path}'`
  return [
    '',
    `Demonstration of the brand ${content.brand.name}. This key is shown once; each start issues a new one:`,
    '',
    `  ${secret}`,
    '',
    'Three requests to begin with:',
    '',
    request('/brands'),
    request(`/brands/${brandId}/competitors/rankings?compare_to_previous=true`),
    request(`/brands/${brandId}/visibility/engines?compare_to_previous=true`),
    '',
    'This link signs in as its owner, once and within 30 minutes:',
    '',
    `  ${signIn}`,
    '',
  ].join('\n')
}

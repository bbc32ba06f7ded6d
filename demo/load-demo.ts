import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { Services } from '../src/kernel/context.ts'
import { conflict } from '../src/lib/errors.ts'
import content from './data/brand.json' with { type: 'json' }
import type { DemoServers } from './demo-servers.ts'
import type { DemoSite } from './demo-site.ts'
import { emulatedBudgetUsd, emulatedPlans, emulatedSource } from './emulated-sources.ts'
import type { EmulatedServices } from './emulator/connected-services.ts'
import type { Emulator } from './emulator/start-emulator.ts'
import { asLines, complete, createOperator, idsByName, isThere, type Operator, type Row } from './operator.ts'
import { demoAnswers, demoExperiments, demoLog, demoNotes, demoPageScans } from './shifted-data.ts'

/**
 * Creates the demo workspace if it is missing, with the operator's own operations, and issues a new key.
 * Completes an interrupted start and adds the days since the last one.
 * @param servers emulated providers and the brand's site; without them, nothing is collected or audited
 * @throws ApiError conflict if the data directory contains other workspaces
 */
export async function openDemo(services: Services, servers?: DemoServers): Promise<Demo> {
  const workspaceId = await openWorkspace(createOperator(services, {}))
  const ids = { workspace_id: workspaceId }
  if (servers !== undefined) await addWebhooks(createOperator(services, ids), servers.receiver.origin)
  const brandId = await openBrand(createOperator(services, ids))
  const operator = createOperator(services, { ...ids, brand_id: brandId })
  await complete(operator, ['list-competitors', 'create-competitor'], 'name', content.competitors)
  await complete(operator, ['list-tags', 'create-tag'], 'name', content.tags)
  await addAnswersAndVisits(operator, services.now())
  await addBrandData(operator)
  await addNotes(operator, services.now())
  await addExperiments(operator, services.now())
  await checkMentions(operator, brandId)
  await operator.call('refresh-visibility-alerts')
  await connectSearchConsole(operator, servers?.services)
  if (servers !== undefined) await openCollection(operator, brandId, servers.emulator)
  await addPages(operator, services.now())
  await addDocuments(operator, servers !== undefined)
  await addReports(operator, services.now())
  await complete(operator, ['list-exports', 'create-export'], 'kind', exported)
  const { secret } = await operator.call<{ secret: string }>('create-key', { name: 'Demonstration' })
  const people = await operator.list('list-people')
  if (people.length === 0) await operator.call('create-person', { ...owner, role: 'owner' })
  await assignOpportunities(operator, services.now())
  return {
    async welcome(url) {
      const link = await createOperator(services, {}).call<{ url: string }>('create-sign-in-link', {
        email: people.find(({ role }) => role === 'owner')?.email ?? owner.email,
      })
      return welcome(url, brandId, secret, link.url)
    },
    completed: servers === undefined ? Promise.resolve() : readSite(services, operator, servers.site),
  }
}

/** Each once, before any events; the receiver has a new port at each start. */
async function addWebhooks({ call, list }: Operator, origin: string): Promise<void> {
  const known = new Map((await list('list-webhooks')).map((webhook) => [webhook.name, webhook]))
  for (const { path, ...webhook } of content.webhooks) {
    const own = known.get(webhook.name)
    const url = `${origin}/${path}`
    if (own === undefined) await call('create-webhook', { ...webhook, url })
    else if (!String(own.url).startsWith(`${origin}/`)) await call('update-webhook', { webhook_id: own.id, url })
  }
}

/** Of the last two complete weeks at the first start. */
async function addReports({ call, list }: Operator, now: Date): Promise<void> {
  if ((await list('list-reports')).length > 0) return
  const dayBefore = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10)
  const sunday = ((now.getUTCDay() + 6) % 7) + 1
  for (const end of [sunday + 7, sunday])
    await call('create-report', { start_date: dayBefore(end + 6), end_date: dayBefore(end) })
}

/** Each once, whatever day an earlier start chose. */
async function addNotes(operator: Operator, now: Date): Promise<void> {
  const longest = { start_date: new Date(now.getTime() - 399 * 86_400_000).toISOString().slice(0, 10) }
  await complete(operator, ['list-notes', 'create-note'], 'text', demoNotes(now), longest)
}

/** Each once, whatever day an earlier start chose. */
async function addExperiments(operator: Operator, now: Date): Promise<void> {
  const idOf = new Map((await operator.list('list-prompts')).map(({ id, text }) => [text as string, id]))
  const designs = demoExperiments(now)
  const experiments = designs.map(({ treated, control, isLasting: _, ...design }) => {
    const changed = designs.filter((other) => other.isLasting && other.started_on < design.started_on)
    const unfit = new Set([treated, ...changed.map((other) => other.treated)].flat())
    const controls = control ?? [...idOf.keys()].filter((text) => !unfit.has(text))
    return {
      ...design,
      treated_prompt_ids: treated.map((text) => idOf.get(text) as string),
      control_prompt_ids: controls.map((text) => idOf.get(text) as string),
    }
  })
  await complete(operator, ['list-experiments', 'create-experiment'], 'name', experiments)
}

/** Confirms mentions of the brand in the newest answers, which changes no figure. */
async function checkMentions({ call }: Operator, entity_id: string): Promise<void> {
  const { mentions } = await call<{ mentions: { checked: number } }>('get-reading-precision')
  if (mentions.checked > 0) return
  const answers = await call<Row[]>('list-executions', { limit: 60 })
  for (const { id: execution_id, brand_mentioned } of answers)
    if (brand_mentioned === true) await call('check-mention', { execution_id, entity_id, mention: 'right' })
}

/** Created in the background; exports expire, and later starts create new ones. */
const exported = [{ kind: 'visits', format: 'csv' }, { kind: 'mentions' }]

export interface Demo {
  /** The text to print once the URL is known. */
  welcome(url: string): Promise<string>
  /** Resolves after the site was read. Nothing waits for it. */
  completed: Promise<void>
}

const owner = { email: 'owner@demonstration.example', name: 'Demonstration' }

async function openWorkspace({ call, list }: Operator): Promise<string> {
  const workspaces = await list('list-workspaces')
  const found = workspaces.find(({ name }) => name === content.workspace.name)
  if (workspaces.length > (found === undefined ? 0 : 1)) {
    throw conflict('the data directory contains other workspaces; use serve, or another --data-dir for the demo')
  }
  return (found ?? (await call<Row>('create-workspace', content.workspace))).id
}

async function openBrand({ call, list }: Operator): Promise<string> {
  const brands = await list('list-brands')
  const found = brands.find(({ name }) => name === content.brand.name)
  return (found ?? (await call<Row>('create-brand', content.brand))).id
}

/** Adds answers and visits since the newest stored one: files and batches are in order of time. */
async function addAnswersAndVisits({ call }: Operator, now: Date): Promise<void> {
  const newest = {
    limit: 1,
    start_date: new Date(now.getTime() - 100 * 86_400_000).toISOString().slice(0, 10),
  }
  const [answer] = await call<{ executed_at: string }[]>('list-executions', newest)
  await call('import-answers', {}, asLines(demoAnswers(now, answer && new Date(answer.executed_at))))
  const [visit] = await call<{ ts: string }[]>('list-crawler-visits', newest)
  await call('import-crawler-logs', { format: 'combined-vhost' }, asLines(demoLog(now, visit && new Date(visit.ts))))
}

/** Data about the brand that people would enter. Existing data stays; its prompts must exist. */
async function addBrandData(operator: Operator): Promise<void> {
  const { call } = operator
  if (!(await isThere(operator, 'get-profile')))
    await call('import-profile', {}, asLines([JSON.stringify(content.profile)]))
  const products = content.products.map((product) => JSON.stringify(product))
  await call('import-products', {}, asLines(products))
  await categorizePrompts(operator)
  await addSuggestions(operator)
  await complete(operator, ['list-writing-styles', 'create-writing-style'], 'name', content.styles)
  await complete(operator, ['list-goals', 'create-goal'], 'name', content.goals)
  if ((await call<unknown[]>('list-first-party', { limit: 1 })).length === 0)
    await call('import-first-party', { kind: 'gsc-ai' }, asLines(content.ai_impressions))
  const drains = new Set((await call<Row[]>('list-ingest-tokens')).map(({ name }) => name))
  for (const drain of content.log_drains) if (!drains.has(drain.name)) await call('create-ingest-token', drain)
}

/** Its address changes with each start. Without the emulator, no sync succeeds. */
async function connectSearchConsole({ call }: Operator, services: EmulatedServices | undefined): Promise<void> {
  const base_url = services?.origin ?? 'http://127.0.0.1:9'
  const found = await call<Row[]>('list-connections')
  if (found.some((connection) => connection.base_url === base_url)) return
  for (const { id } of found) await call('delete-connection', { connection_id: id })
  const credential = {
    client_id: 'demo',
    client_secret: 'demo',
    refresh_token: services?.refreshToken ?? 'demo',
  }
  const property = `sc-domain:${content.brand.domain}`
  await call('create-connection', { kind: 'gsc', property, base_url, credential: JSON.stringify(credential) })
}

async function categorizePrompts(operator: Operator): Promise<void> {
  const names = content.categories.map(({ name }) => ({ name }))
  await complete(operator, ['list-alignment-categories', 'create-alignment-category'], 'name', names)
  const categories = await idsByName(operator, 'list-alignment-categories')
  const categoryOf = new Map(content.categories.flatMap(({ name, prompts }) => prompts.map((text) => [text, name])))
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
      known.get(texts.suggested_prompt) ?? (await call<Row>('create-alignment-suggestion', { ...texts, ...about }))
    if (decision !== undefined && state === 'proposed')
      await call(`${decision}-alignment-suggestion`, { suggestion_id: id })
  }
}

/** Adds the texts of cited pages, once, and refreshes the opportunities. */
async function addPages(operator: Operator, now: Date): Promise<void> {
  const { call } = operator
  const read = await call<unknown[]>('list-page-scans', { outcome: 'read', limit: 1 })
  if (read.length === 0) await call('import-page-scans', {}, asLines(demoPageScans(now)))
  await settleEarnedMentions(operator)
  await call('refresh-opportunities')
  await call('refresh-competitor-suggestions')
}

/** Sets the work status of some pages, unless any has one. */
async function settleEarnedMentions({ call, list }: Operator): Promise<void> {
  const pages = await list('list-earned-mention-work')
  if (pages.some(({ state }) => state !== 'open')) return
  const states = new Map(content.earned.map(({ url, state }) => [url, state]))
  for (const { citation_id, url } of pages) {
    const state = states.get(url as string)
    if (state !== undefined) await call('update-earned-mention', { citation_id, state })
  }
}

/** Collects from emulated providers, with one run per engine at the first start. */
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

/** Files, texts and, if the site is reachable, one of its pages. One of them is unreadable on purpose. */
async function addDocuments({ call, list }: Operator, hasSite: boolean): Promise<void> {
  const known = new Set((await list('list-knowledge-documents')).map(({ title }) => title))
  for (const { file, ...document } of content.documents as DemoDocument[]) {
    if (known.has(document.title) || (document.url !== undefined && !hasSite)) continue
    const bytes = file === undefined ? [] : readFileSync(new URL(`data/${file}`, import.meta.url))
    await call('add-knowledge-document', { ...document }, bytes)
  }
}

interface DemoDocument {
  title: string
  text?: string
  url?: string
  file?: string
}

/** Reads the brand's site: for the profile, and in two audits whose issues become opportunities. */
async function readSite(services: Services, operator: Operator, site: DemoSite): Promise<void> {
  const { call, list } = operator
  try {
    const audits = (await list('list-audits')).toReversed().slice(0, auditsOfSite)
    if (audits.length === auditsOfSite) site.workOn()
    const isReading = async () => (await list('list-knowledge-documents')).some(({ status }) => status === 'processing')
    // Documents in progress do not count for it.
    while (await isReading()) await setTimeout(500, undefined, { signal: services.closing })
    if (!(await isThere(operator, 'get-brand-analysis'))) await call('analyse-brand')
    if (audits.length === auditsOfSite && audits.every(({ state }) => state !== 'running')) return
    await auditSite(operator, site, audits, services.closing)
    await call('refresh-opportunities')
    await settleOpportunities(operator)
  } catch (error) {
    if (!services.closing.aborted) services.log.error({ err: error }, 'the site was not read')
  }
}

const auditsOfSite = 2

/** Runs missing audits, with changes to the site before the last one. Continues an interrupted one. */
async function auditSite(
  { call }: Operator,
  site: DemoSite,
  audits: readonly Row[],
  signal: AbortSignal,
): Promise<void> {
  for (let place = 0; place < auditsOfSite; place++) {
    if (place === auditsOfSite - 1) site.workOn()
    const known = audits[place]
    if (known !== undefined && known.state !== 'running') continue
    const { job_id } = known ?? (await call<Row>('start-audit'))
    while ((await call<{ state: string }>('get-audit', { job_id })).state === 'running')
      await setTimeout(500, undefined, { signal })
  }
}

/** Gives the first opportunities an owner, a due date and a comment, unless any has an owner. */
async function assignOpportunities({ call, list }: Operator, now: Date): Promise<void> {
  const found = await list('list-opportunities')
  if (found.some(({ owner_id }) => owner_id !== null)) return
  const [person] = await list('list-people')
  for (const [place, { days, state, comment }] of content.assigned.entries()) {
    const opportunity_id = found[place]?.id
    if (opportunity_id === undefined || person === undefined) return
    const due_on = new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)
    await call('update-opportunity', { opportunity_id, owner_id: person.id, due_on, state })
    await call('create-opportunity-comment', { opportunity_id, text: comment })
  }
}

/** Sets the status of some opportunities as people would. */
async function settleOpportunities({ call, list }: Operator): Promise<void> {
  const states = new Map(content.settled.map(({ check_id, state }) => [check_id, state]))
  for (const { id, evidence } of await list('list-opportunities')) {
    const state = states.get((evidence as { check_id?: string }).check_id ?? '')
    if (state !== undefined) await call('update-opportunity', { opportunity_id: id, state })
  }
}

function welcome(url: string, brandId: string, secret: string, signIn: string): string {
  const request = (path: string) => `  curl -s -H 'Authorization: Bearer ${secret}' '${url}/v1${path}'`
  return [
    '',
    `Demo of the brand ${content.brand.name}. This API key is shown only once; each start issues a new one:`,
    '',
    `  ${secret}`,
    '',
    'Three requests to start with:',
    '',
    request('/brands'),
    request(`/brands/${brandId}/competitors/rankings?compare_to_previous=true`),
    request(`/brands/${brandId}/visibility/engines?compare_to_previous=true`),
    '',
    'Sign in as the owner with this link, once within 30 minutes:',
    '',
    `  ${signIn}`,
    '',
  ].join('\n')
}

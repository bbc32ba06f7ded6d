import { randomUUID } from 'node:crypto'
import { runAudit } from '../features/audits/index.ts'
import { allReadScopes, allWriteScopes } from '../kernel/scopes.ts'
import type { Ids } from './endpoints.ts'
import { jobsAreDone } from './stored-rows.ts'
import type { Template } from './templates.ts'
import { answersFile, emptyStores, startFrom, type TestApp, type TestAppOptions } from './test-app.ts'

/** The clock after the fixture is made. */
export const fixtureNow = '2026-06-15T12:00:00.000Z'

/** A workspace with several rows in every list, a second brand with the same, and another workspace with a brand. */
export interface Fixture {
  workspaceId: string
  /** Ids of the first brand and its contents, including `brand_id`. */
  ids: Ids
  /** The same for another brand in the workspace. */
  otherIds: Ids
  /** The same for a brand in another workspace. */
  foreignIds: Ids
  foreignWorkspaceId: string
  /** Reads everything in the workspace. */
  key: string
  foreignKey: string
}

interface Row {
  id: string
}

/** Creates a key. @returns its secret */
export async function makeKey(
  test: TestApp,
  workspaceId: string,
  input: Record<string, string | readonly string[]> = {},
): Promise<string> {
  const key = await test.operate<{ secret: string }>('create-key', {
    workspace_id: workspaceId,
    name: 'test',
    ...input,
  })
  return key.secret
}

/** Enables writes for a workspace. @returns the secret of a new key that reads and writes everything */
export async function makeWriter(test: TestApp, workspaceId: string): Promise<string> {
  const enabled = { api_writes: true, brand_knowledge: true }
  await test.operate('update-workspace', { workspace_id: workspaceId, ...enabled })
  return makeKey(test, workspaceId, { scopes: [...allReadScopes, ...allWriteScopes] })
}

/** Entitlements of the workspaces. */
const plan = { credits: 100, brand_knowledge: true }

/** Stores that contain a fixture. */
const fixtureStores: Template<Fixture> = {
  name: 'fixture',
  async make() {
    const { test, leave } = await startFrom(emptyStores, {}, {})
    const fixture = await makeFixture(test)
    await jobsAreDone(test.app.services)
    await postponeRegularJobs(test)
    return { stores: await leave(), known: fixture }
  },
}

/** Postpones the jobs of each start forever. Only one job of a kind waits, so a start adds none. */
async function postponeRegularJobs({ app }: TestApp): Promise<void> {
  await app.services.postgres.execute(
    `update jobs.job set singleton_key = 'now', start_after = 'infinity' where state < 'active' and singleton_key = 'later'`,
  )
}

/** Starts the program with the shared fixture of the run, which is faster than makeFixture. */
export async function startFixtureApp(
  environment: Record<string, string> = {},
  options: TestAppOptions = {},
): Promise<{ test: TestApp; fixture: Fixture }> {
  const { test, known } = await startFrom(fixtureStores, environment, options)
  test.setNow(fixtureNow)
  // The site has a different port than when the fixture was made.
  await test.app.services.db.updateTable('brands').set({ website: test.site.website }).execute()
  test.app.services.onAccessChanged()
  // Runs the jobs of each start, so that tests do not see their changes.
  await jobsAreDone(test.app.services)
  return { test, fixture: known }
}

/** Adds a fixture to the existing data. */
export async function makeFixture(test: TestApp): Promise<Fixture> {
  test.setNow(fixtureNow)
  const workspace = await test.operate<Row>('create-workspace', { name: 'Ours', ...plan })
  const foreign = await test.operate<Row>('create-workspace', { name: 'Theirs', ...plan })
  const brands = [
    await fillBrand(test, workspace.id),
    await fillBrand(test, workspace.id),
    await fillBrand(test, foreign.id),
  ] as const
  await runAudits(test, brands)
  await documentsAreRead(test)
  const [ids, otherIds, foreignIds] = brands
  const webhook_id = await addWebhooks(test, workspace.id)
  return {
    workspaceId: workspace.id,
    ids: { ...ids, webhook_id, ...(await auditIds(test, ids)) },
    otherIds: { ...otherIds, ...(await auditIds(test, otherIds)) },
    foreignIds: {
      ...foreignIds,
      webhook_id: await addWebhooks(test, foreign.id),
      ...(await auditIds(test, foreignIds)),
    },
    foreignWorkspaceId: foreign.id,
    key: await makeKey(test, workspace.id),
    foreignKey: await makeKey(test, foreign.id),
  }
}

async function fillBrand(test: TestApp, workspaceId: string): Promise<Ids> {
  const brand = await test.operate<Row>('create-brand', {
    workspace_id: workspaceId,
    name: 'Acme',
    domain: 'acme.com',
  })
  const brand_id = brand.id
  const make = (name: string, input: Record<string, string>) =>
    test.operate<Row>(name, { brand_id, ...input }).then((row) => row.id)
  const root = await make('create-topic', { name: 'Shoes' })
  const below = await make('create-topic', { name: 'Boots', parent_topic_id: root })
  const tags = [await make('create-tag', { name: 'Red' }), await make('create-tag', { name: 'Blue' })]
  const competitors = []
  for (const name of ['Globex', 'Initech', 'Umbrella']) {
    const primary_url = `https://${name.toLowerCase()}.com`
    competitors.push(await make('create-competitor', { name, primary_url }))
  }
  const styles = []
  for (const name of ['Guide', 'News']) styles.push(await make('create-writing-style', { surface: 'content', name }))
  const language_overrides = '{"de":{"formality":"prefer_more","always_do":["Name sources"]}}'
  const social = { surface: 'social', channel: 'reddit', name: 'Thread', language_overrides }
  styles.push(await make('create-writing-style', social))
  const prompt = await make('create-prompt', { text: 'Which shoes?', topic_id: root })
  const spares = []
  for (let spare = 0; spare < 10; spare++)
    spares.push(await make('create-prompt', { text: `Spare ${spare}?`, topic_id: root, is_active: 'false' }))
  const experiments = []
  for (const started_on of ['2026-04-20', '2026-03-01']) {
    const design = { brand_id, name: 'Boots', started_on, candidate_prompt_ids: spares }
    experiments.push((await test.operate<Row>('create-experiment', design)).id)
  }
  await test.operate('import-answers', { brand_id }, answers)
  await test.operate('import-crawler-logs', { brand_id }, visits)
  await test.operate('import-page-scans', { brand_id }, pages)
  await test.operate('import-profile', { brand_id }, '{"industry":"Shoes","key_features":["Light"]}')
  const shelf = await make('create-product', { name: 'Footwear', kind: 'category' })
  const boots = await make('create-product', { name: 'Trail boots', parent_product_id: shelf })
  const category = await make('create-alignment-category', { name: 'Comparison' })
  await make('create-alignment-category', { name: 'Price' })
  const suggestions = []
  for (const suggested_prompt of ['Which boots last?', 'Are boots warm?', 'Which boots are light?']) {
    const about = { suggested_prompt, category_id: category, product_id: boots, country_codes: 'US' }
    suggestions.push(await make('create-alignment-suggestion', about))
  }
  const documents = [await make('add-knowledge-document', { title: 'About Acme', text: aboutAcme })]
  documents.push(await make('add-knowledge-document', { title: 'Care', text: 'Boots last if they are waxed.' }))
  const notes = []
  for (const day of ['2026-06-01', '2026-06-02']) notes.push(await make('create-note', { day, text: 'New page' }))
  const report = 'Page,Impressions\nhttps://acme.com/boots,9\nhttps://acme.com/shoes,4'
  await test.operate('import-first-party', { brand_id, kind: 'gsc-ai' }, Buffer.from(report))
  const goals = []
  for (const path of ['/boots*', '/cart']) goals.push(await make('create-goal', { name: 'Goal', path }))
  const connections = []
  for (const kind of ['bing', 'ga4']) {
    const property = kind === 'bing' ? 'https://acme.com/' : '1'
    const credential = kind === 'bing' ? 'bing-key' : '{"client_id":"1","client_secret":"2","refresh_token":"3"}'
    // Nothing answers there.
    const base_url = 'http://127.0.0.1:9'
    connections.push(await make('create-connection', { kind, property, credential, base_url }))
  }
  const sources = await planRounds(test, workspaceId, brand_id)
  const alerts = await addAlerts(test, brand_id)
  await test.operate('refresh-opportunities', { brand_id })
  await test.operate('refresh-competitor-suggestions', { brand_id })
  const opportunities = await test.operate<Row[]>('list-opportunities', { brand_id })
  const email = `owner-${brand_id}@people.example`
  const member = { workspace_id: workspaceId, email, name: 'Opportunity owner', role: 'viewer' }
  const { id: owner } = await test.operate('create-person', { ...member, brand_ids: [brand_id] })
  const owned = { opportunity_id: opportunities[0]?.id as string, owner_id: owner, due_on: '2026-06-02' }
  await test.operate('update-opportunity', { brand_id, ...owned })
  for (const { id: opportunity_id } of opportunities)
    for (const text of ['Who can do this?', 'We can.'])
      await test.operate('create-opportunity-comment', { brand_id, opportunity_id, text })
  const unknown = await test.operate<Row[]>('list-competitor-suggestions', { brand_id })
  const reports = []
  for (const day of ['2026-06-01', '2026-05-01'])
    reports.push(await make('create-report', { start_date: day, end_date: day }))
  const exported = [await make('create-export', { kind: 'answers' })]
  exported.push(await make('create-export', { kind: 'visits', format: 'csv' }))
  const executions = await test.operate<Row[]>('list-executions', { brand_id })
  // Right, so that no figure changes.
  const checked = { execution_id: executions[0]?.id as string, entity_id: brand_id, mention: 'right' }
  await test.operate('check-mention', { brand_id, ...checked, sentiment: 'positive' })
  const scans = await test.operate<{ citation_id: string }[]>('list-page-scans', { brand_id })
  return {
    brand_id: [brand_id],
    topic_id: [root, below],
    subtopic_id: [below],
    tag_id: tags,
    competitor_id: competitors,
    entity_id: [brand_id, ...competitors],
    prompt_id: [prompt],
    candidate_prompt_id: spares,
    experiment_id: experiments,
    writing_style_id: styles,
    product_id: [boots, shelf],
    category_id: [category],
    suggestion_id: suggestions,
    'update-competitor-suggestion suggestion_id': unknown.map(({ id }) => id),
    document_id: documents,
    source_id: sources,
    opportunity_id: opportunities.map(({ id }) => id),
    owner_id: [owner],
    note_id: notes,
    goal_id: goals,
    connection_id: connections,
    alert_id: alerts,
    report_id: reports,
    export_id: exported,
    q: ['boots'],
    execution_id: executions.map(({ id }) => id),
    // Its brand can be renamed, as it has a check.
    'check-mention execution_id': [checked.execution_id],
    citation_id: scans.map(({ citation_id }) => citation_id),
    domain: ['globex.com', 'reviews.example'],
    search: ['Which', 'great', 'nowhere'],
  }
}

/** Two alerts, which would otherwise take months of answers. */
async function addAlerts({ app }: TestApp, brand_id: string): Promise<string[]> {
  const days = { since: '2026-06-04', raised_on: '2026-06-07', raised_at: new Date('2026-06-08') }
  const evidence = [{ prompt: 1, n: [49, 4], y: [20, 0], moved: -0.4 }]
  const rows = (['chatgpt', 'perplexity'] as const).map((engine) => ({
    ...{ id: randomUUID(), brand_id, engine, country: 'US', direction: 'down' as const, ...days },
    ...{ share_before: 0.4, share_after: 0.1, model_before: null, model_after: null },
    ...{ evidence: JSON.stringify(evidence), state: 'open' as const, updated_at: new Date(fixtureNow) },
  }))
  await app.services.db.insertInto('visibility_alerts').values(rows).execute()
  return rows.map(({ id }) => id).sort()
}

/** Two collection runs with an empty budget, so that no provider is called. */
async function planRounds(test: TestApp, workspaceId: string, brand_id: string): Promise<string[]> {
  const sources: string[] = []
  await test.operate('set-budget', { brand_id, monthly_usd: 0 })
  for (const [kind, engine] of [
    ['openai', 'chatgpt'],
    ['perplexity', 'perplexity'],
  ] as const) {
    const source = {
      workspace_id: workspaceId,
      kind,
      name: `${kind} ${brand_id}`,
      api_key: 'key',
      price: '{"per_thousand_tasks":1}',
    }
    const model = kind === 'openai' ? { model: 'gpt-5' } : {}
    const { id: source_id } = await test.operate('create-source', { ...source, ...model })
    await test.operate('set-collection', { brand_id, engine, source_id, countries: ['US', 'DE'] })
    await test.operate('run-collection', { brand_id, engine })
    sources.push(source_id)
  }
  return sources
}

/** Two webhooks, each with two pending events. */
async function addWebhooks(test: TestApp, workspace_id: string): Promise<string[]> {
  const made: string[] = []
  for (const kind of ['standard', 'slack']) {
    const webhook = { workspace_id, name: `Our ${kind}`, kind, events: ['alert.raised'] }
    const { id } = await test.operate('create-webhook', { ...webhook, url: `https://hooks.example/${kind}` })
    for (let event = 0; event < 2; event++) await test.operate('test-webhook', { webhook_id: id })
    made.push(id)
  }
  return made
}

/** A text whose sections are one passage each. */
const aboutAcme =
  '# Trail boots\n\nBoots for wet paths.\n\n# Town shoes\n\nLighter than boots.\n\n# Repairs\n\nWe mend boots.'

/** Waits until no knowledge document is being processed. */
async function documentsAreRead({ app }: TestApp): Promise<void> {
  const documents = app.services.db.selectFrom('knowledge_documents').select('id')
  const unread = documents.where('status', '=', 'processing')
  while ((await unread.execute()).length > 0) await new Promise((resolve) => setTimeout(resolve, 50))
}

/** Some audits of each brand, for a site on loopback. */
async function runAudits(test: TestApp, brands: readonly Ids[]): Promise<void> {
  const { db } = test.app.services
  await db.updateTable('brands').set({ website: test.site.website }).execute()
  test.app.services.onAccessChanged()
  // Runs without waiting for a worker.
  const audit = async ({ brand_id = [] }: Ids) => {
    const { job_id } = await test.operate<{ job_id: string }>('start-audit', {
      brand_id: brand_id[0] as string,
    })
    await runAudit.run(test.app.services, { audit_id: job_id }, new AbortController().signal)
  }
  for (let round = 0; round < 2; round += 1) {
    await Promise.all(brands.map(audit))
    await test.auditsAreOver()
  }
}

async function auditIds(test: TestApp, { brand_id = [] }: Ids): Promise<Ids> {
  const of = { brand_id: brand_id[0] as string }
  const audits = await test.operate<{ job_id: string }[]>('list-audits', of)
  const issues = await test.operate<(Row & { affected_pages: number })[]>('list-issues', of)
  const [most] = issues.sort((a, b) => b.affected_pages - a.affected_pages)
  const pages = await test.operate<Row[]>('get-issue', { ...of, issue_id: most?.id as string })
  return {
    job_id: audits.map(({ job_id }) => job_id),
    issue_id: issues.map(({ id }) => id),
    page_issue_id: pages.map(({ id }) => id),
  }
}

/** Visits of three bots to three pages, in the last 30 days and before. */
const visits = answersFile([
  ...['chatgpt.com', 'perplexity.ai'].map((engine) => ({
    ...{ ts: '2026-06-02T10:00:00Z', method: 'GET', path: '/', status: 200, ip: '198.51.100.20' },
    user_agent: `Mozilla/5.0 Firefox/150.0 (${engine})`,
    referrer: `https://${engine}/`,
  })),
  ...['GPTBot/1.2', 'ClaudeBot/1.0', 'PerplexityBot/1.0'].flatMap((user_agent, index) =>
    ['2026-06-02T09:00:00Z', '2026-06-01T08:00:00Z', '2026-05-01T08:00:00Z'].map((ts) => ({
      ts,
      user_agent: `Mozilla/5.0 (compatible; ${user_agent})`,
      ip: `198.51.100.${index}`,
      host: 'www.acme.com',
      path: `/shoes/${index}?from=x`,
      status: index === 0 ? 404 : 200,
    })),
  ),
])

/** Texts of cited pages: two that name only competitors, and two old ones of the brand. */
const pages = answersFile([
  { url: 'https://reviews.example/boots', content: 'Globex beats Initech.', authors: ['Jane Doe'] },
  { url: 'https://magazine.example/boots', content: 'Initech beats Globex.', authors: ['Jane Doe'] },
  { url: 'https://acme.com/boots', content: 'Our boots.', dated_at: '2024-01-01T00:00:00Z' },
  { url: 'https://acme.com/shoes', content: 'Our shoes.', dated_at: '2024-01-01T00:00:00Z' },
])

/** Brands that are not tracked, but named in answers. */
const unknownBrands =
  '\n\n- Vandelay Trek\n- Vandelay Town\n- Wernham Peak\n- Wernham Road\n- Sirius Step\n- Sirius Walk'

/** Answers of three engines and two countries, in the last 30 days and before. */
const answers = answersFile(
  ['chatgpt', 'perplexity', 'gemini'].flatMap((engine, index) =>
    ['2026-06-01', '2026-05-01'].map((day) => ({
      prompt: ['Which shoes?', 'Which boots?', 'Which hats?'][index] as string,
      engine,
      executed_at: `${day}T08:00:00Z`,
      country: index === 1 ? 'DE' : 'US',
      topic: index === 2 ? 'Hats' : 'Shoes / Boots',
      tags: ['Red'],
      answer: `Acme is great. Globex is poor, and Initech is fine.${unknownBrands}`,
      citations: [
        { url: 'https://globex.com/boots', title: 'Boots' },
        { url: 'https://reviews.example/boots', title: 'Boots, tried' },
        { url: 'https://magazine.example/boots' },
        { url: 'https://acme.com/boots' },
        { url: 'https://acme.com/shoes' },
      ],
    })),
  ),
)

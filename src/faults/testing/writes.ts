import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { allReadScopes, allWriteScopes } from '../../kernel/scopes.ts'
import type { Operate } from '../../testing/store-servers.ts'

type Texts = Record<string, string | string[]>

interface Place {
  brandId: string
  workspaceId: string
  secret: string
}

type Row = Record<string, unknown>

/** A write of the public API that can run once. */
export interface Write {
  /** The operation's name. */
  name: string
  method: 'POST' | 'PATCH' | 'DELETE'
  /** Relative to the brand. */
  path: string
  body?: object
  /** The list or object of the brand that shows its effect. */
  shownIn: string
  /** How often it has run, judging by the response. */
  timesDone(shown: never): number
  /** Its Idempotency-Key. */
  key: string
}

export interface WritesOfBrand {
  place: Place
  writes: Write[]
}

export interface Replied {
  status: number
  text: string
  requestId: string
  replayed: boolean
  retryAfter: string | null
}

/**
 * A new brand with a key for everything, and each write of the API, ready to send.
 * @param profile path of a profile to import
 */
export async function makeWrites(operate: Operate, profile: string): Promise<WritesOfBrand> {
  const workspace = await operate('create-workspace', { name: 'Ours', api_writes: 'true' })
  const brand = await operate('create-brand', {
    workspace_id: workspace.id,
    name: 'Acme',
    // A name that never resolves (RFC 6761), so that no real site is audited.
    domain: 'acme.invalid',
  })
  const brand_id = brand.id
  const key = await operate<{ secret: string }>('create-key', {
    workspace_id: workspace.id,
    name: 'k',
    scopes: [...allReadScopes, ...allWriteScopes],
  })
  await operate('import-profile', { brand_id }, profile)
  const make = async (name: string, texts: Texts) => (await operate(name, { brand_id, ...texts })).id
  const shelf = await make('create-product', { name: 'Shelf', kind: 'category' })
  await make('create-product', { name: 'Boots', parent_product_id: shelf })
  const category = await make('create-alignment-category', { name: 'Price' })
  const suggestion = await make('create-alignment-suggestion', {
    suggested_prompt: 'Which boots last?',
    country_codes: 'US',
  })
  await make('create-prompt', { text: 'Which hats?', category_id: category })
  const prompt = await make('create-prompt', { text: 'Which boots?' })
  const changed = await make('create-prompt', { text: 'Which shoes?' })
  const candidates: string[] = []
  for (let spare = 0; spare < 10; spare += 1) candidates.push(await make('create-prompt', { text: `Spare ${spare}?` }))
  const design = { started_on: '2026-04-20', candidate_prompt_ids: candidates }
  const experiment = await make('create-experiment', { name: 'Hats', ...design })
  const issuePage = await findIssuePage(operate, brand_id)
  const alert = await raiseAlert(operate, brand_id, dirname(profile))
  const found = await findWork(operate, brand_id)
  const [written, unwanted] = [await writeExport(operate, brand_id), await writeExport(operate, brand_id)]
  return {
    place: { brandId: brand_id, workspaceId: workspace.id, secret: key.secret },
    writes: [
      ...additions({ name: 'Boots', ...design }, found.opportunity),
      ...changes({ suggestion, issuePage, alert, prompt: changed, experiment, brand: brand_id, ...found }),
      linking(written),
      ...deletions({ shelf, category, prompt, unwanted }),
    ].map((write) => ({ ...write, key: randomUUID() })),
  }
}

/** Something that an audit finds: the site is unreachable. */
async function findIssuePage(operate: Operate, brand_id: string): Promise<string> {
  await operate('start-audit', { brand_id })
  for (;;) {
    const [audit] = await operate<{ state: string }[]>('list-audits', { brand_id })
    if (audit?.state !== 'running') break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const [issue] = await operate<{ id: string }[]>('list-issues', { brand_id })
  const texts = { brand_id, issue_id: issue?.id as string }
  const [page] = await operate<{ id: string }[]>('get-issue', texts)
  return page?.id as string
}

/** Two months of one answer per day; the last answers no longer name the brand. */
async function raiseAlert(operate: Operate, brand_id: string, folder: string): Promise<string> {
  const [days, silentDays] = [62, 4]
  const lines = Array.from({ length: days }, (_, day) => ({
    prompt: 'Which boots are good?',
    engine: 'chatgpt',
    executed_at: new Date(Date.now() - (days - day) * 86_400_000).toISOString(),
    answer: day < days - silentDays ? 'Acme.\n\n- Vandelay Trek\n- Vandelay Town' : 'Nobody.',
  }))
  const file = join(folder, `answers-${brand_id}.jsonl`)
  writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'))
  await operate('import-answers', { brand_id }, file)
  await operate('refresh-visibility-alerts', { brand_id })
  const [alert] = await operate<{ id: string }[]>('list-visibility-alerts', { brand_id })
  return alert?.id as string
}

/** An opportunity, a suggested competitor and an answer. */
async function findWork(operate: Operate, brand_id: string) {
  for (const name of ['refresh-opportunities', 'refresh-competitor-suggestions']) await operate(name, { brand_id })
  const all = (name: string) => operate<{ id: string }[]>(name, { brand_id })
  const first = async (name: string) => (await all(name))[0]?.id as string
  return {
    opportunity: await first('list-opportunities'),
    rival: await first('list-competitor-suggestions'),
    // The oldest: the newest ones do not mention the brand.
    execution: (await all('list-executions')).at(-1)?.id as string,
  }
}

/** An export whose file is written. */
async function writeExport(operate: Operate, brand_id: string): Promise<string> {
  const { id: export_id } = await operate('create-export', { brand_id, kind: 'visits' })
  for (;;) {
    const { status } = await operate<{ status: string }>('get-export', { brand_id, export_id })
    if (status === 'completed') return export_id
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

type Unsent = Omit<Write, 'key'>

const additions = (experiment: object & { name: string }, opportunity: string): Unsent[] => [
  {
    name: 'create-prompt',
    method: 'POST',
    path: 'prompts',
    body: { text: 'Which socks?' },
    shownIn: 'prompts?limit=100',
    timesDone: (rows: Row[]) => rows.filter(({ text }) => text === 'Which socks?').length,
  },
  {
    name: 'create-note',
    method: 'POST',
    path: 'notes',
    body: { day: '2026-06-01', text: 'New page' },
    shownIn: 'notes?start_date=2026-06-01&end_date=2026-06-30',
    timesDone: (rows: Row[]) => rows.length,
  },
  {
    name: 'create-experiment',
    method: 'POST',
    path: 'experiments',
    body: { ...experiment, started_on: '2026-03-01' },
    shownIn: 'experiments',
    timesDone: (rows: Row[]) => rows.filter(({ name }) => name === experiment.name).length,
  },
  {
    name: 'create-opportunity-comment',
    method: 'POST',
    path: `opportunities/${opportunity}/comments`,
    body: { text: 'We can do this.' },
    shownIn: `opportunities/${opportunity}/comments`,
    timesDone: (rows: Row[]) => rows.length,
  },
  {
    name: 'create-competitor',
    method: 'POST',
    path: 'competitors',
    body: { name: 'Globex', primary_url: 'https://globex.com' },
    shownIn: 'competitors',
    timesDone: (rows: Row[]) => rows.filter(({ name }) => name === 'Globex').length,
  },
  {
    name: 'create-writing-style',
    method: 'POST',
    path: 'writing-styles',
    body: { surface: 'content', name: 'News' },
    shownIn: 'writing-styles',
    timesDone: (rows: Row[]) => rows.filter(({ name }) => name === 'News').length,
  },
  {
    name: 'create-report',
    method: 'POST',
    path: 'reports',
    body: { start_date: '2026-06-01', end_date: '2026-06-07' },
    shownIn: 'reports',
    timesDone: (rows: Row[]) => rows.length,
  },
  {
    name: 'start-audit',
    method: 'POST',
    path: 'technical/audits',
    body: { include_link_analysis: false },
    shownIn: 'technical/audits',
    timesDone: (rows: Row[]) => rows.filter((row) => row.include_link_analysis === false).length,
  },
  {
    name: 'create-export',
    method: 'POST',
    path: 'exports',
    body: { kind: 'citations' },
    shownIn: 'exports',
    timesDone: (rows: Row[]) => rows.filter(({ kind }) => kind === 'citations').length,
  },
]

const linking = (id: string): Unsent => ({
  name: 'create-export-link',
  method: 'POST',
  path: `exports/${id}/link`,
  shownIn: 'exports',
  // Only the audit record shows that a link exists.
  timesDone: () => 1,
})

type Changed = Record<
  'suggestion' | 'issuePage' | 'alert' | 'prompt' | 'experiment' | 'brand' | keyof Awaited<ReturnType<typeof findWork>>,
  string
>

const changes = ({ suggestion, issuePage, alert, prompt, experiment, brand, ...found }: Changed): Unsent[] => [
  {
    name: 'update-prompt',
    method: 'PATCH',
    path: `prompts/${prompt}`,
    body: { countries: ['DE'] },
    shownIn: 'prompts?limit=100',
    timesDone: (rows: Row[]) => rows.filter(({ countries }) => String(countries) === 'DE').length,
  },
  {
    name: 'update-experiment',
    method: 'PATCH',
    path: `experiments/${experiment}`,
    body: { description: 'New pages' },
    shownIn: 'experiments',
    timesDone: (rows: Row[]) => rows.filter(({ description }) => description === 'New pages').length,
  },
  {
    name: 'update-opportunity',
    method: 'PATCH',
    path: `opportunities/${found.opportunity}`,
    body: { due_on: '2026-12-01' },
    shownIn: 'opportunities',
    timesDone: (rows: Row[]) => rows.filter(({ due_on }) => due_on === '2026-12-01').length,
  },
  {
    name: 'update-competitor-suggestion',
    method: 'PATCH',
    path: `competitors/suggestions/${found.rival}`,
    body: { status: 'dismissed' },
    shownIn: 'competitors/suggestions?state=dismissed',
    timesDone: (rows: Row[]) => rows.length,
  },
  {
    name: 'check-mention',
    method: 'PATCH',
    path: `executions/${found.execution}/checks/${brand}`,
    body: { mention: 'right' },
    shownIn: `executions/${found.execution}`,
    timesDone: ({ checks }: { checks: Row[] }) => checks.length,
  },
  {
    name: 'update-profile',
    method: 'PATCH',
    path: 'profile',
    body: { name: 'Acme Boots', industry: 'Boots' },
    shownIn: 'profile',
    timesDone: ({ name, industry }: Row) => Number(name === 'Acme Boots' && industry === 'Boots'),
  },
  {
    name: 'update-alignment-suggestions',
    method: 'PATCH',
    path: 'alignment/suggestions',
    body: { updates: [{ suggestion_id: suggestion, suggested_prompt: 'Which boots are warm?' }] },
    shownIn: 'alignment/suggestions',
    timesDone: (rows: Row[]) => rows.filter((row) => row.suggested_prompt === 'Which boots are warm?').length,
  },
  {
    name: 'set-audit-schedule',
    method: 'PATCH',
    path: 'technical/audit-schedule',
    body: { every: 'month' },
    shownIn: 'technical/audit-schedule',
    timesDone: ({ every }: Row) => Number(every === 'month'),
  },
  {
    name: 'set-report-settings',
    method: 'PATCH',
    path: 'report-settings',
    body: { alerts: 'falls' },
    shownIn: 'report-settings',
    timesDone: ({ alerts }: Row) => Number(alerts === 'falls'),
  },
  {
    name: 'update-visibility-alert',
    method: 'PATCH',
    path: `visibility/alerts/${alert}`,
    body: { state: 'closed' },
    shownIn: 'visibility/alerts',
    timesDone: (rows: Row[]) => rows.filter(({ state }) => state === 'closed').length,
  },
  {
    name: 'resolve-issue-page',
    method: 'PATCH',
    path: `technical/issue-pages/${issuePage}`,
    body: { resolved: true },
    shownIn: 'technical/audits',
    // An audit may find it again immediately: only its audit record shows that it ran.
    timesDone: () => 1,
  },
]

const deletions = (ids: Record<'shelf' | 'category' | 'prompt' | 'unwanted', string>): Unsent[] => {
  const gone = (id: string) => (rows: Row[]) => Number(rows.every((row) => row.id !== id))
  return [
    {
      name: 'delete-prompt',
      method: 'DELETE',
      path: `prompts/${ids.prompt}`,
      shownIn: 'prompts',
      timesDone: gone(ids.prompt),
    },
    {
      name: 'delete-product',
      method: 'DELETE',
      path: `products/${ids.shelf}`,
      shownIn: 'products',
      timesDone: gone(ids.shelf),
    },
    {
      name: 'delete-alignment-categories',
      method: 'DELETE',
      path: 'alignment/categories',
      body: { category_ids: [ids.category], delete_prompts: true },
      shownIn: 'alignment/categories',
      timesDone: gone(ids.category),
    },
    {
      name: 'delete-export',
      method: 'DELETE',
      path: `exports/${ids.unwanted}`,
      shownIn: 'exports',
      timesDone: gone(ids.unwanted),
    },
  ]
}

/** Sends a write to a process. Undefined if the process ended before it answered. */
export async function send(url: string, { brandId, secret }: Place, write: Write): Promise<Replied | undefined> {
  const { method, path, body, key } = write
  try {
    const response = await fetch(`${url}/v1/brands/${brandId}/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${secret}`,
        'idempotency-key': key,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return {
      status: response.status,
      text: await response.text(),
      requestId: response.headers.get('x-request-id') as string,
      replayed: response.headers.get('idempotent-replayed') === 'true',
      retryAfter: response.headers.get('retry-after'),
    }
  } catch {
    return undefined
  }
}

/** Each write ran once: its effect shows once, and one audit record names the answered request. */
export async function expectDoneOnce(
  url: string,
  { place, writes }: WritesOfBrand,
  operate: Operate,
  replies: ReadonlyMap<Write, Replied>,
): Promise<void> {
  const records = await operate<{ operation: string; key_id: string | null; request_id: string }[]>(
    'list-audit-records',
    { workspace_id: place.workspaceId },
  )
  for (const write of writes) {
    const response = await fetch(`${url}/v1/brands/${place.brandId}/${write.shownIn}`, {
      headers: { authorization: `Bearer ${place.secret}` },
    })
    const { data } = (await response.json()) as { data: never }
    expect(write.timesDone(data), write.name).toBe(1)
    const own = records.filter(({ operation, key_id }) => operation === write.name && key_id !== null)
    expect(own.map(({ request_id }) => request_id)).toEqual([replies.get(write)?.requestId])
  }
}

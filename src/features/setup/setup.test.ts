import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { emulatedModels, emulatedPrices } from '../../../demo/emulator/emulated-prices.ts'
import { type Emulator, startEmulator } from '../../../demo/emulator/start-emulator.ts'
import { englishText, germanText, isSetUpRequest, proposed, sitePage } from '../../testing/setup/proposed.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import type { Proposal } from './proposal.ts'

interface Suggested {
  usd_typical: number
  usd_at_most: number
  usd_of_run: { low: number; high: number }
  left_usd: number | null
  cost_usd: number
  proposal: Proposal | null
  notes: string[]
}

let app: TestApp
let emulator: Emulator
let reply: unknown
let asked: string[] = []
let ids: { brand_id: string; source_id: string }

beforeAll(async () => {
  const answerTo = (prompt: string) => {
    asked.push(prompt)
    return isSetUpRequest(prompt) ? (typeof reply === 'string' ? reply : JSON.stringify(reply)) : undefined
  }
  emulator = await startEmulator({ brands: [{ name: 'Acme', domain: 'acme.com' }], answerTo })
  app = await startTestApp()
  await app.restart({
    FETCH_ALLOWED_ADDRESSES: `127.0.0.1:${app.site.port},127.0.0.1:${emulator.port}`,
    ROLE: 'api',
  })
})
beforeEach(async () => {
  app.site.pages = { '/': sitePage(englishText) }
  app.site.answer = undefined
  emulator.faults.set([])
  reply = proposed()
  asked = []
  ids = await makeBrand()
})
afterAll(async () => {
  await app.close()
  await emulator.close()
})

async function makeBrand(monthly_usd = 20, source: object = {}) {
  const workspace_id = (await app.operate('create-workspace', { name: 'W' })).id
  const brand_id = (await app.operate('create-brand', { workspace_id, name: 'Acme', domain: app.site.website })).id
  await app.operate('set-budget', { brand_id, monthly_usd })
  const price = JSON.stringify(emulatedPrices.openai)
  const given = {
    kind: 'openai',
    name: 'OpenAI',
    model: emulatedModels.openai,
    price,
    api_key: emulator.apiKey,
  }
  const address = { base_url: emulator.baseUrl('openai'), requests_per_minute: 100_000 }
  const source_id = (await app.operate('create-source', { workspace_id, ...given, ...address, ...source })).id
  return { brand_id, source_id }
}

const suggest = (input: Record<string, string | boolean> = {}) =>
  app.operate<Suggested>('suggest-setup', { ...ids, confirm: true, ...input })
const proposalOf = async (input = {}) => (await suggest(input)).proposal as Proposal
const accept = (proposal: object) =>
  app.operate<{ prompts: number; competitors: number }>('create-setup', {
    ...ids,
    engine: 'chatgpt',
    proposal: JSON.stringify(proposal),
  })
const list = (name: string) => app.operate<Record<string, unknown>[]>(name, { brand_id: ids.brand_id, limit: 100 })
const budget = () => app.operate<Record<string, number>>('get-budget', { brand_id: ids.brand_id })
/** What a failed proposal leaves: nothing but the brand, whose budget may be spent. */
async function expectNothingStored() {
  expect([await list('list-prompts'), await list('list-competitors'), await list('list-topics')]).toEqual([[], [], []])
  await expect(app.operate('get-collection', { brand_id: ids.brand_id, engine: 'chatgpt' })).rejects.toThrow(
    'not_found',
  )
}
const byHand =
  /Nothing was stored; to continue by hand, run sightline create-prompt --brand-id \S+ --text …, create-competitor/

test('shows the costs and sends nothing until confirmed', async () => {
  const shown = await suggest({ confirm: false })
  expect(shown).toMatchObject({ left_usd: 20, cost_usd: 0, proposal: null })
  expect(shown.usd_typical).toBeGreaterThan(0)
  expect(shown.usd_at_most).toBeLessThan(1)
  expect(shown.usd_of_run.low).toBeGreaterThan(0)
  expect(asked).toEqual([])
  expect(app.site.requests).toEqual([])
})

test('proposes checked names, competitors and tagged prompts, charges the brand, and stores them in one go', async () => {
  const suggested = await suggest()
  const proposal = suggested.proposal as Proposal
  expect(asked).toHaveLength(1)
  expect(asked[0]).toContain('boots for the mountains')
  expect(proposal).toMatchObject({
    name: 'Acme',
    domains: ['acme.de'],
    country: 'US',
    language: 'en',
    aliases: [],
  })
  expect(proposal.competitors.map(({ name, domain }) => [name, domain])).toEqual([
    ['Globex', 'globex.com'],
    ['Initech', 'initech.com'],
  ])
  expect(proposal.prompts).toHaveLength(30)
  expect(proposal.prompts.filter(({ tags }) => tags.includes('unbranded'))).toHaveLength(29)
  expect(proposal.prompts.every(({ reason }) => reason !== '')).toBe(true)
  expect(suggested.notes).toEqual([])
  expect(await budget()).toMatchObject({ spent_usd: suggested.cost_usd, at_risk_usd: 0, reserved_usd: 0 })
  expect(suggested.cost_usd).toBeLessThanOrEqual(suggested.usd_at_most)
  await expectNothingStored()
  expect(await accept(proposal)).toEqual({ competitors: 2, prompts: 30 })
  expect(await list('list-prompts')).toHaveLength(30)
  expect((await list('list-tags')).map(({ name }) => name).sort()).toEqual([
    'branded',
    'purchase',
    'research',
    'unbranded',
  ])
  expect(await accept(proposal)).toEqual({ competitors: 0, prompts: 0 })
  expect(await list('list-competitors')).toHaveLength(2)
  const plan = await app.operate('get-collection', { brand_id: ids.brand_id, engine: 'chatgpt' })
  expect(plan).toMatchObject({ source_id: ids.source_id, countries: ['US'], is_active: true })
})

test('stores nothing of a proposal with an invalid part', async () => {
  const proposal = await proposalOf()
  const last = { text: 'Which last boots?', topic: 'A / B / C', tags: [], reason: '' }
  await expect(accept({ ...proposal, prompts: [...proposal.prompts, last] })).rejects.toThrow(
    /Which last boots.*two levels/,
  )
  await expectNothingStored()
})

test('drops absurd, repeated and own names, foreign domains, and prompts that no customer asks', async () => {
  const usual = proposed()
  const rival = (name: string, domain: string) => ({ name, domain, reason: 5 })
  const names = [
    'ACME',
    'Acme Boots Ltd',
    '???',
    'Globex',
    'https://x.com',
    'A'.repeat(5000),
    'Various smaller shops that also sell some boots',
  ]
  reply = {
    ...usual,
    name: 'Totally Different',
    aliases: ['!', 5, null, 'Elsewhere'],
    domains: ['not a domain', 'evil.com'],
    country: 'Atlantis',
    competitors: [
      ...usual.competitors,
      ...names.map((name, place) => rival(name, `rival${place}.com`)),
      rival('Other Acme', 'acme.com'),
      rival('Hooli', 'localhost'),
      rival('Umbrella', 'www.globex.com'),
    ],
    prompts: [
      ...usual.prompts,
      ...usual.prompts,
      ...Array.from({ length: 2000 }, (_, place) => ({
        ...usual.prompts[1],
        text: `Which thing ${place} is best ${'x'.repeat(place % 700)}?`,
      })),
    ],
  }
  const { proposal, notes } = await suggest()
  expect(proposal).toMatchObject({ name: 'Acme', aliases: [], domains: [], country: 'US' })
  expect(proposal?.competitors.map(({ name }) => name)).toEqual(['Globex', 'Initech'])
  expect(proposal?.competitors.every(({ domain }) => domain.endsWith('.com'))).toBe(true)
  expect(new Set(proposal?.prompts.map(({ text }) => text)).size).toBe(30)
  expect(notes.join(' ')).toMatch(/Acme stays.*named no market/)
})

test('accepts JSON within other words and with citations, as models write it', async () => {
  const json = JSON.stringify(proposed()).replace(
    'Also sells boots',
    'Also sells boots ([globex.com](https://globex.com/a))',
  )
  reply = `Here it is:\n\`\`\`json\n${json}\n\`\`\`\nAnything else?`
  expect((await proposalOf()).competitors[0]).toMatchObject({ reason: 'Also sells boots' })
})

test.each([
  ['no JSON', 'I cannot help with that.', /replied without a proposal/],
  ['no prompts', { ...proposed(), prompts: [] }, /proposed 0 usable prompts/],
  ['no lists', {}, /proposed 0 usable prompts/],
  ['cut JSON', JSON.stringify(proposed()).slice(0, -200), /replied without a proposal/],
  ['another language', { ...proposed(), language: 'de' }, /in the language en instead of de/],
])('says what to do by hand if the model returns %s', async (_, given, message) => {
  reply = given
  const failure = suggest()
  await expect(failure).rejects.toThrow(message)
  await expect(failure).rejects.toThrow(byHand)
  await expectNothingStored()
  expect((await budget()).spent_usd).toBeGreaterThan(0)
})

test('notes that the model proposed no competitor', async () => {
  reply = { ...proposed(), competitors: 'many' }
  expect((await suggest()).notes).toEqual([expect.stringMatching(/no usable competitor/)])
})

test.each([
  [
    'is empty',
    () => ({ '/': '<!doctype html><html><body><div id="root"></div></body></html>' }),
    /no text without JavaScript/,
  ],
  [
    'forbids robots',
    () => ({ '/': sitePage(englishText), '/robots.txt': 'User-agent: *\nDisallow: /' }),
    /cannot be read: .*robots/,
  ],
  ['has no page', () => ({}), /cannot be read: .*404/],
])('spends nothing if the site %s, and says what to do by hand', async (_, pages, message) => {
  app.site.pages = pages()
  const failure = suggest()
  await expect(failure).rejects.toThrow(message)
  await expect(failure).rejects.toThrow(byHand)
  expect(asked).toEqual([])
  expect(await budget()).toMatchObject({ spent_usd: 0, at_risk_usd: 0 })
})

test('spends nothing if the site blocks the request or closes the connection', async () => {
  app.site.answer = (_, response) => {
    response.writeHead(403).end()
    return true
  }
  await expect(suggest()).rejects.toThrow(/cannot be read: .*403/)
  app.site.answer = (request) => {
    request.socket.destroy()
    return true
  }
  await expect(suggest()).rejects.toThrow(byHand)
  expect(asked).toEqual([])
})

test('takes the language of a site that is not English, unless a person chooses another one', async () => {
  app.site.pages = { '/': sitePage(germanText) }
  const german = proposed().prompts.map((prompt) => ({
    ...prompt,
    text: prompt.text
      .replace(/Which (.*) do experts recommend\?/, 'Welche $1 sind für den Winter am besten?')
      .replace(/Is Acme.*/, 'Ist Acme eine gute Wahl für die Berge?'),
  }))
  reply = { ...proposed(), prompts: german, country: 'ch', language: 'de-CH' }
  const { proposal, notes } = await suggest()
  expect(proposal).toMatchObject({ country: 'CH', language: 'de-CH' })
  expect(notes).toEqual([])
  expect(await accept(proposal as Proposal)).toEqual({ competitors: 2, prompts: 30 })
  await expect(suggest({ language: 'en' })).rejects.toThrow(/usable prompts/)
})

test('notes that the prompts are not in the language of the site', async () => {
  app.site.pages = { '/': sitePage(germanText) }
  expect((await suggest()).notes).toEqual([expect.stringMatching(/site is in de.*Set language/)])
})

test('says why a provider refuses, and charges nothing', async () => {
  ids = await makeBrand(20, { api_key: 'wrong:key' })
  const failure = suggest()
  await expect(failure).rejects.toThrow(/OpenAI did not answer: .*Invalid API key/)
  await expect(failure).rejects.toThrow(byHand)
  expect(await budget()).toMatchObject({ spent_usd: 0, at_risk_usd: 0 })
})

test('sends nothing beyond the budget of the brand', async () => {
  ids = await makeBrand(0.2)
  await expect(suggest()).rejects.toThrow(/can cost \$0\.\d+ of \$0\.2 left; raise set-budget/)
  expect(asked).toEqual([])
})

test('rejects a source of another workspace, and one without a model', async () => {
  const other = await makeBrand()
  await expect(suggest({ source_id: other.source_id })).rejects.toThrow('not_found')
  const { workspace_id } = await app.operate<{ workspace_id: string }>('update-source', {
    source_id: ids.source_id,
  })
  const vendor = { kind: 'cloro', name: 'Vendor', api_key: 'key', price: '{"per_thousand_tasks":5}' }
  const { id: source_id } = await app.operate('create-source', { workspace_id, ...vendor })
  await expect(suggest({ source_id })).rejects.toThrow(/cloro has no model/)
})

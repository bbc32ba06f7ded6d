import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { incrementDataVersion } from '../../src/kernel/data-version.ts'
import { answersFile } from '../../src/testing/test-app.ts'
import type { Role } from '../copy/roles.ts'
import { count, percent } from '../format/numbers.ts'
import { type FilledConsole, hasBrowser, isRead, openFilledConsole, rowsOf, watch } from '../testing/open-console.ts'

const period = 'from=2026-05-17&to=2026-06-15'
const query = 'start_date=2026-05-17&end_date=2026-06-15'

describe.runIf(hasBrowser)('the working pages', () => {
  let ours: FilledConsole
  let page: Page | undefined

  beforeAll(async () => {
    ours = await openFilledConsole('editor', 'viewer', 'admin')
  })
  beforeEach(async () => {
    await page?.close()
    page = undefined
  })
  afterAll(() => ours?.close())

  async function open(path: string, role: Role = 'editor'): Promise<Page> {
    page = await ours.open(role, path)
    return page
  }

  const v1 = <T>(path: string) => ours.v1<T>(path)

  it('alerts describe the change and link to its period; editors can close them, viewers cannot', async () => {
    const asViewer = await open(`overview?${period}&open=alerts`, 'viewer')
    await asViewer.getByRole('list', { name: 'Alerts' }).waitFor()
    expect(await asViewer.getByRole('button', { name: 'Acknowledge' }).count()).toBe(0)
    const shown = await open(`overview?${period}&open=alerts`)
    const alerts = shown.getByRole('list', { name: 'Alerts' })
    const own = alerts.getByRole('listitem').filter({ hasText: 'ChatGPT, United States' })
    const { data: raised } = await v1<{ engine: string; summary: string }[]>(`visibility/alerts?${query}`)
    expect(await own.innerText()).toContain(raised.find(({ engine }) => engine === 'chatgpt')?.summary)
    await own.getByRole('button', { name: 'Acknowledge: ChatGPT, United States' }).click()
    await own.getByText('acknowledged').waitFor()
    await own.getByRole('link', { name: 'View ChatGPT in United States for this period' }).click()
    await shown.waitForURL(/from=2026-05-07.*engine=chatgpt&country=US/)
    await shown.getByRole('button', { name: /\d alerts?$/ }).click()
    await own.getByRole('button', { name: 'Close: ChatGPT, United States' }).click()
    await own.waitFor({ state: 'detached' })
    const { data } = await v1<{ engine: string; state: string }[]>(`visibility/alerts?${query}`)
    expect(data.map(({ engine, state }) => [engine, state]).sort()).toEqual([
      ['chatgpt', 'closed'],
      ['perplexity', 'open'],
    ])
  })

  describe('an answer', () => {
    const hostile =
      '## 😀 Best\n\n**Acme** is excellent <img src=x onerror=alert(1)> and 👍🏽 [Globex](https://globex.com/a) is terrible. ACME!\n\n<script>alert(2)</script> \u202eevil [x](javascript:alert(3))'

    async function importAnswers(): Promise<string[]> {
      const at = (hour: number, answer: string) => ({
        ...{ prompt: 'In depth?', engine: hour % 2 === 0 ? 'chatgpt' : 'claude', answer },
        ...{ executed_at: `2026-06-10T0${hour}:00:00Z`, country: 'US' },
        ...{
          latency_ms: 2400,
          cost_usd: 0.25,
          citations: [{ url: 'https://globex.com/a', title: 'Globex' }],
        },
      })
      await ours.test.operate(
        'import-answers',
        { brand_id: ours.brandId },
        answersFile([at(1, 'Globex wins.'), at(2, hostile), at(3, 'Acme wins.')]),
      )
      const { data } = await v1<{ id: string; prompt: string }[]>(`executions?${query}&limit=100`)
      return data.filter(({ prompt }) => prompt === 'In depth?').map(({ id }) => id)
    }

    it('highlights mentions and sentiment, and never executes its text', async () => {
      const [, id] = await importAnswers()
      const shown = await open(`answers/${id}?${period}`)
      const seen = watch(shown)
      expect(await shown.locator('mark').allInnerTexts()).toEqual(['Acme', 'Globex', 'ACME'])
      expect(await shown.getByText('<script>alert(2)</script>').count()).toBe(1)
      await shown.getByRole('button', { name: 'Sentiment' }).click()
      await shown.waitForURL(/show=tone/)
      expect(await shown.getByTitle(/^Acme: sentiment/).count()).toBeGreaterThan(0)
      await shown.getByRole('button', { name: 'Raw' }).click()
      await shown.waitForURL(/show=tone,marks/)
      expect(await shown.getByText('## 😀 Best').count()).toBe(1)
      await shown.reload()
      await isRead(shown)
      expect(await shown.getByText('## 😀 Best').count()).toBe(1)
      const facts = await shown.locator('section', { has: shown.getByRole('heading', { name: 'Details' }) }).innerText()
      for (const fact of ['ChatGPT', 'United States', '2.4 s', '$0.25']) expect(facts).toContain(fact)
      expect(seen).toEqual([])
    })

    it('links to the previous and next answer within the filters, also by key', async () => {
      const ids = await importAnswers()
      const shown = await open(`answers/${ids[1]}?${period}&prompt=${await promptId()}`)
      await shown.getByRole('link', { name: 'Older answer' }).click()
      await shown.waitForURL(new RegExp(`answers/${ids[2]}.*prompt=`))
      await expect.poll(() => shown.getByRole('link', { name: 'Older answer' }).count()).toBe(0)
      for (const id of [ids[1], ids[0]]) {
        await shown.locator(`a[aria-label="Newer answer"][href*="${id}"]`).waitFor()
        await shown.keyboard.press('ArrowLeft')
        await shown.waitForURL(new RegExp(`answers/${id}`))
      }
      await shown.goBack()
      expect(shown.url()).toContain(`answers/${ids[1]}`)
    })

    const promptId = async () => {
      const { data } = await v1<{ id: string; text: string }[]>('prompts?limit=100')
      return data.find(({ text }) => text === 'In depth?')?.id
    }

    it('can be compared with another answer, and explains why the brand is missing', async () => {
      const ids = await importAnswers()
      const shown = await open(`answers/${ids[2]}?${period}`)
      const why = shown.locator('section', {
        has: shown.getByRole('heading', { name: /^Why is your brand/ }),
      })
      expect(await why.innerText()).toContain('Globex')
      expect(await why.innerText()).toContain('acme.com')
      await shown.getByLabel('Compare with').selectOption(ids[0] as string)
      await shown.waitForURL(new RegExp(`beside=${ids[0]}`))
      await shown.getByText('Acme wins.').waitFor()
      expect(await shown.getByText('Globex wins.').count()).toBe(1)
    })

    it('lets editors mark a mention as wrong and withdraw that, and shows the precision to viewers', async () => {
      const [, , id] = await importAnswers()
      const shown = await open(`answers/${id}?${period}`)
      await shown.getByRole('button', { name: 'Check', exact: true }).click()
      await shown.getByLabel('Check of Globex').selectOption('Not this brand')
      await shown.getByText('marked as not this brand').waitFor()
      expect(await shown.locator('mark').count()).toBe(0)
      const { data } = await v1<Record<'mentions', { right: number; checked: number }>>('reading-precision')
      const { right, checked } = data.mentions
      const viewed = await open(`answers/${id}?${period}`, 'viewer')
      await viewed.getByText(`${right} of ${checked} checked mentions were right.`).waitFor()
      expect(await viewed.getByRole('button', { name: 'Check', exact: true }).count()).toBe(0)
      const again = await open(`answers/${id}?${period}`)
      await again.getByRole('button', { name: 'Check', exact: true }).click()
      await again.getByLabel('Check of Globex').selectOption('Not checked')
      await again.locator('mark').waitFor()
      expect(await again.getByLabel('Check of Globex').inputValue()).toBe('none')
    })

    it('shows the raw response to editors only', async () => {
      const body = {
        choices: [{ message: { role: 'assistant', content: 'Raw <b>Acme</b>' }, finish_reason: 'stop' }],
      }
      const line = { prompt: 'Raw?', engine: 'chatgpt', executed_at: '2026-06-11T01:00:00Z' }
      await ours.test.operate(
        'import-answers',
        { brand_id: ours.brandId },
        answersFile([{ ...line, format: 'openai-chat', response: body }]),
      )
      const { data } = await v1<{ id: string; prompt: string }[]>(`executions?${query}&limit=100`)
      const { id } = data.find(({ prompt }) => prompt === 'Raw?') as { id: string }
      const shown = await open(`answers/${id}?${period}`)
      await shown.getByRole('button', { name: 'Show', exact: true }).click()
      await shown.getByText(JSON.stringify(body)).waitFor()
      const reader = await open(`answers/${id}?${period}`, 'viewer')
      expect(await reader.getByRole('button', { name: 'Show', exact: true }).isDisabled()).toBe(true)
    })
  })

  describe('prompts', () => {
    interface Row {
      id: string
      text: string
      visibility_pct: number | null
      market_share_pct: number | null
    }

    it('show the figures of the API in the table, highest visibility first, and in their drawer', async () => {
      const { data } = await v1<Row[]>(`prompts?${query}&limit=100`)
      const shown = await open(`prompts?${period}`, 'viewer')
      const rows = await rowsOf(shown, 'Prompts')
      const ordered = data.toSorted((a, b) => (b.visibility_pct ?? -1) - (a.visibility_pct ?? -1))
      expect(rows.map((cells) => [cells[0], cells[1], cells[4]])).toEqual(
        ordered.map((row) => [row.text, percent(row.visibility_pct), percent(row.market_share_pct)]),
      )
      const [first] = ordered as [Row]
      await shown.getByRole('link', { name: first.text }).click()
      await shown.waitForURL(new RegExp(`open=${first.id}`))
      await shown.getByRole('table', { name: 'Mentions in answers to this prompt' }).waitFor()
      const { data: one } = await v1<{ rankings: { rank: number; name: string; visibility_pct: number }[] }>(
        `prompts/${first.id}?${query}`,
      )
      expect((await rowsOf(shown, 'Mentions in answers to this prompt')).map((cells) => cells.slice(0, 3))).toEqual(
        one.rankings.map((row) => [String(row.rank), row.name, percent(row.visibility_pct)]),
      )
    })

    it('open from their own URL, step through the table by key, and return the focus to the row', async () => {
      const { data } = await v1<Row[]>(`prompts?${query}&limit=100`)
      const [first, second] = data.toSorted((a, b) => (b.visibility_pct ?? -1) - (a.visibility_pct ?? -1))
      const shown = await open(`prompts/${first?.id}?${period}`)
      await shown.getByRole('dialog', { name: `Prompt 1 of ${data.length}` }).waitFor()
      await shown.keyboard.press('ArrowDown')
      const drawer = shown.getByRole('dialog', { name: `Prompt 2 of ${data.length}` })
      await drawer.getByText(second?.text as string).waitFor()
      await shown.keyboard.press('Escape')
      await drawer.waitFor({ state: 'detached' })
      expect(await shown.evaluate('document.activeElement.dataset.opens')).toBe(second?.id)
      await shown.keyboard.press('x')
      await shown.getByText('1 selected').waitFor()
    })

    it('can be narrowed to a view with its count, and searched', async () => {
      const { data } = await v1<Row[]>(`prompts?${query}&limit=100`)
      const low = data.filter(({ visibility_pct: visibility }) => visibility !== null && visibility < 35)
      const shown = await open(`prompts?${period}`)
      await shown.getByRole('button', { name: `Below 35% ${low.length}` }).click()
      await shown.waitForURL(/view=low/)
      const texts = async () => (await rowsOf(shown, 'Prompts')).map((cells) => cells[1])
      if (low.length > 0) expect((await texts()).sort()).toEqual(low.map(({ text }) => text).sort())
      await shown.getByRole('button', { name: `All ${data.length}` }).click()
      await shown.getByRole('searchbox', { name: 'Search prompts' }).fill('no such prompt')
      await shown.getByText('No row contains “no such prompt”.').waitFor()
    })

    it('can be added from a table, keep rejected lines with reasons, and can be edited together', async () => {
      const shown = await open('prompts')
      await shown.getByRole('button', { name: 'Add prompts' }).click()
      await shown
        .getByRole('dialog')
        .getByRole('textbox')
        .fill('prompt;topic;markets\nFrom a table?;Fresh / Below;us|DE\nWhich shoes?;;\nOn Mars?;;Mars')
      await shown.getByRole('button', { name: 'Add 3' }).click()
      const refused = shown.getByRole('alert')
      await refused.waitFor()
      const words = await refused.innerText()
      for (const word of ['1 added', '2 rejected', 'this prompt already exists', 'not an ISO 3166-1'])
        expect(words).toContain(word)
      expect(await shown.getByRole('dialog').getByRole('textbox').inputValue()).toBe(
        'prompt;topic;markets\nWhich shoes?;;\nOn Mars?;;Mars',
      )
      await shown.getByRole('button', { name: 'Close' }).click()
      await shown.getByRole('checkbox', { name: 'Select: From a table?' }).check()
      await shown.getByRole('button', { name: 'Pause' }).click()
      await shown.getByRole('region', { name: 'Selected prompts' }).waitFor({ state: 'detached' })
      await shown.getByRole('row', { name: /From a table\?.*Paused/ }).waitFor()
      const { data } =
        await v1<{ text: string; is_active: boolean; countries: string[]; topic: { name: string } }[]>(
          'prompts?limit=100',
        )
      expect(data.find(({ text }) => text === 'From a table?')).toMatchObject({
        ...{ is_active: false, countries: ['US', 'DE'], topic: { name: 'Below' } },
      })
    })

    it('cannot be edited by viewers', async () => {
      const shown = await open('prompts', 'viewer')
      expect(await shown.getByRole('checkbox', { name: /^Select/ }).count()).toBe(0)
      await shown.locator('.row-link').first().click()
      const drawer = shown.getByRole('dialog', { name: /^Prompt 1 of \d+$/ })
      await drawer.getByRole('heading', { level: 3 }).waitFor()
      expect(await drawer.getByRole('button', { name: /^(Pause|Activate|Delete)$/ }).count()).toBe(0)
    })

    it('are rendered only near the window, even if there are many', async () => {
      for (let part = 0; part < 2; part++)
        await ours.test.operate('create-prompts', {
          brand_id: ours.brandId,
          prompts: Array.from({ length: 200 }, (_, i) => JSON.stringify({ text: `Many ${part} ${i}?` })),
        })
      const shown = await open('prompts')
      const inPage = () => shown.getByRole('table', { name: 'Prompts' }).locator('tbody tr[data-index]').count()
      const { meta } = await v1<unknown>('prompts?limit=1')
      const lastRow = shown.locator(`tr[aria-rowindex="${(meta.total ?? 0) + 1}"]`)
      const scrollDown = async () => {
        // Scrolling before the rows are there has no effect, so scroll again.
        await shown.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
        expect(await inPage()).toBeLessThan(60)
        return lastRow.count()
      }
      await expect.poll(scrollDown).toBe(1)
    })
  })

  it('gaps match the API, and editors can edit a competitor', async () => {
    const { data } = await v1<{
      competitors_only: number
      both: number
      brand_only: number
      domains: { domain: string; gap_answers: number; brand_answers: number }[]
    }>(`competitors/gaps?${query}`)
    const shown = await open(`competitors?${period}&tab=gaps`)
    expect((await shown.locator('dl dd').allInnerTexts()).slice(0, 3)).toEqual(
      [data.competitors_only, data.both, data.brand_only].map(count),
    )
    const domains = data.domains
      .slice(0, 12)
      .map((row) => [row.domain, count(row.gap_answers), count(row.brand_answers)])
    const sites = async (of: Page) =>
      (await rowsOf(of, 'Sites in a gap')).map((cells) => [cells[0], cells[2], cells[3]])
    expect(domains.length).toBeGreaterThan(0)
    expect(await sites(shown)).toEqual(domains)
    await shown.goto(`${ours.url}/${ours.fixture.workspaceId}/${ours.brandId}/sources?${period}&tab=gaps`)
    await isRead(shown)
    expect(await sites(shown)).toEqual(domains)
    await shown.goto(`${ours.url}/${ours.fixture.workspaceId}/${ours.brandId}/competitors`)
    await shown.getByRole('button', { name: 'Edit Umbrella' }).click()
    await shown.getByLabel('Other names').fill('Umbra, Brolly')
    await shown.getByRole('button', { name: 'Save' }).click()
    await shown.getByText('also Umbra, Brolly').waitFor()
    const reader = await open('competitors', 'viewer')
    expect(await reader.getByRole('button', { name: /^Edit/ }).count()).toBe(0)
  })

  it('suggested competitors can be tracked or dismissed', async () => {
    const found = await v1<{ name: string; answers: number; quotes: { text: string }[] }[]>('competitors/suggestions')
    const [first, second, third] = found.data.map(({ name }) => name)
    expect(found.data.length).toBe(3)
    const shown = await open('competitors?tab=suggested')
    const list = shown.getByRole('list', { name: 'Suggested competitors' })
    await shown.getByText(first as string, { exact: true }).waitFor()
    for (const { quotes } of found.data)
      await list
        .getByText(quotes[0]?.text as string)
        .first()
        .waitFor()
    await shown.getByRole('button', { name: `Dismiss ${first}` }).click()
    await shown.getByRole('button', { name: `Dismiss ${first}` }).waitFor({ state: 'detached' })
    await shown.getByRole('button', { name: `Track ${second}` }).click()
    await shown.getByRole('button', { name: `Track ${second}` }).waitFor({ state: 'detached' })
    await shown.reload()
    await isRead(shown)
    expect(await shown.getByRole('button', { name: /^Track / }).count()).toBe(1)
    await shown.getByRole('button', { name: 'Dismissed', exact: true }).click()
    await shown.getByRole('button', { name: `Track ${first}` }).waitFor()
    const competitors = await v1<{ name: string }[]>('competitors')
    expect(competitors.data.map(({ name }) => name)).toContain(second)
    await shown.goto(`${ours.url}/${ours.fixture.workspaceId}/${ours.brandId}/start?by=hand`)
    await shown.getByRole('button', { name: `Track ${third}` }).waitFor()
    const reader = await open('competitors?tab=suggested', 'viewer')
    await reader.getByText(third as string, { exact: true }).waitFor()
    expect(await reader.getByRole('button', { name: /^(Track|Dismiss) / }).count()).toBe(0)
  })

  it('outreach pages move between states', async () => {
    const { data } = await v1<{ url: string }[]>(`citations/earned-mentions?${query}`)
    const pages = data.map(({ url }) => url)
    expect(pages.length).toBeGreaterThan(1)
    const shown = await open(`sources?${period}&tab=earned`)
    const listed = async (state: string) => {
      await shown.getByRole('button', { name: state, exact: true }).click()
      await isRead(shown)
      const links = shown.getByRole('table', { name: 'Earned mentions' }).locator('a')
      return (await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))).sort()
    }
    const [first, second] = await listed('Open')
    expect([first, second]).toEqual([...pages].sort())
    const move = async (url: string | undefined, state: string) => {
      await shown.getByLabel(`State of ${url}`).selectOption(state)
      await shown.getByLabel(`State of ${url}`).waitFor({ state: 'detached' })
    }
    await move(first, 'In progress')
    await move(second, 'Dismissed')
    expect([await listed('In progress'), await listed('Dismissed')]).toEqual([[first], [second]])
    await move(second, 'Open')
    await shown.reload()
    await isRead(shown)
    expect(await listed('Open')).toEqual([second])
    // The API still lists all of them.
    expect((await v1<{ url: string }[]>(`citations/earned-mentions?${query}`)).data).toEqual(data)
    const reader = await open(`sources?${period}&tab=earned&state=in_progress`, 'viewer')
    expect(await reader.getByRole('cell', { name: 'In progress', exact: true }).count()).toBe(1)
    expect(await reader.locator('main').getByRole('combobox').count()).toBe(0)
  })

  it('the About page shows the release to everyone, and backup commands to admins', async () => {
    const shown = await open('/settings/about')
    const document = await shown.request.get(`${ours.url}/openapi.json`)
    const { info } = (await document.json()) as { info: { version: string } }
    await shown.getByText(info.version, { exact: true }).waitFor()
    expect(await shown.getByText('sightline backup').count()).toBe(0)
    for (const name of ['Apache-2.0', 'API reference', /^Audit checks/]) {
      const address = await shown.getByRole('link', { name }).getAttribute('href')
      expect((await shown.request.get(`${ours.url}${address}`)).status(), address as string).toBe(200)
    }
    const admin = await open('/settings/about', 'admin')
    await admin.getByText('sightline backup --to').waitFor()
  })

  it('pages that bots read are grouped by whether answers cite them', async () => {
    for (const [view, filters] of [
      ['cited', 'visited=true&cited=true'],
      ['uncited', 'visited=true&cited=false'],
      ['unread', 'visited=false&cited=true'],
    ] as const) {
      const { data } = await v1<{ domain: string; path: string; visits: number; citation_count: number }[]>(
        `website/pages?${query}&${filters}&limit=50`,
      )
      const shown = await open(`ai-traffic?${period}&tab=pages&read=${view}`)
      const table = shown.getByRole('table', { name: 'Website pages' })
      const rows = data.length === 0 ? [] : await rowsOf(shown, 'Website pages')
      expect(await table.count()).toBe(data.length === 0 ? 0 : 1)
      expect(rows.map((cells) => cells.slice(0, 3))).toEqual(
        data.map((row) => [`${row.domain}${row.path}`, count(row.visits), count(row.citation_count)]),
      )
      await shown.close()
    }
  })

  it('issues are grouped by category, and changes since an audit match the API', async () => {
    const [job] = ours.fixture.ids.job_id as string[]
    const { data } = await v1<{
      issues: { name: string; new_pages: number; gone_pages: number; remaining_pages: number }[]
    }>(`technical/audits/${job}/changes`)
    const shown = await open('site-health')
    const chips = shown.getByRole('group', { name: 'Categories' }).getByRole('button', { name: /[1-9]/ })
    expect(await chips.count()).toBeGreaterThan(2)
    const all = await rowsOf(shown, 'Open issues')
    await chips.nth(1).click()
    await shown.waitForURL(/category=/)
    const chosen = await rowsOf(shown, 'Open issues')
    expect(await chips.nth(1).innerText()).toMatch(new RegExp(`${chosen.length}$`))
    expect(all).toEqual(expect.arrayContaining(chosen))
    await shown.getByRole('link', { name: 'Audits and AI access' }).click()
    await shown.getByRole('link', { name: 'View changes' }).first().click()
    await shown.waitForURL(/since=/)
    await shown.getByRole('table', { name: 'Changes since audit' }).waitFor()
    expect(await rowsOf(shown, 'Changes since audit')).toEqual(
      data.issues.map((row) => [row.name, ...[row.new_pages, row.gone_pages, row.remaining_pages].map(count)]),
    )
  })

  it('site health shows per section what only scripts add, or how to test it', async () => {
    const { db } = ours.test.app.services
    const bots = ['GPTBot', 'Applebot'].map((bot) => ({
      ...{ bot, operator: 'Example', purpose: 'search', robotsToken: bot, isAllowed: true, rule: null },
      probe: { redirects: [], status: 200, problem: null, isChallenge: false },
    }))
    const section = (path: string, rendering?: object) => ({
      ...{ path, pages: 3, url: `https://acme.com${path}a`, bots },
      ...(rendering !== undefined && { rendering }),
    })
    async function save(sections: object[]): Promise<void> {
      const section_access = JSON.stringify(sections)
      await db.updateTable('audits').set({ section_access }).where('brand_id', '=', ours.brandId).execute()
      await db.updateTable('brands').set(incrementDataVersion).where('id', '=', ours.brandId).execute()
    }
    const words = { served: 60, rendered: 240 }
    await save([
      section('/app/', { differs: ['text', 'structured_data', 'noindex'], problem: null, words }),
      section('/blog/', { differs: [], problem: null, words: { served: 300, rendered: 300 } }),
      section('/shop/', { differs: [], problem: 'the page loaded too much, or for too long' }),
    ])
    const shown = await open('site-health?tab=audits')
    expect(await rowsOf(shown, 'Missing without scripts')).toEqual([
      ['/app/', 'Text, structured data, noindex', '75%'],
      ['/blog/', 'Nothing', '0%'],
      ['/shop/', 'Not tested: the page loaded too much, or for too long', '–'],
    ])
    expect(await shown.getByText('Without scripts: GPTBot. With scripts: Applebot.').count()).toBe(1)
    await save([section('/app/'), section('/blog/')])
    const untested = await open('site-health?tab=audits')
    await untested.getByText('No scripts were run').waitFor()
    expect(await untested.getByText(/^Set CHROMIUM_PATH/).count()).toBe(1)
  })
})

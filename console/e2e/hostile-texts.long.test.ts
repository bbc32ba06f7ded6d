import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fixtureNow } from '../../src/testing/fixture.ts'
import { answersFile } from '../../src/testing/test-app.ts'
import { testData } from '../../src/testing/test-data.ts'
import { scripts, unwieldy } from '../testing/hostile-texts.ts'
import {
  type FilledConsole,
  hasBrowser,
  isRead,
  isWithinWindow,
  openFilledConsole,
  watch,
} from '../testing/open-console.ts'

const naughtyFile = testData('robustness/blns.json')

describe.runIf(hasBrowser)('hostile texts', () => {
  let ours: FilledConsole
  let page: Page
  let seen: string[]
  let topicId: string
  const texts = [...scripts, ...unwieldy]
  const hostileName = (scripts[18] as string).slice(0, 80)

  beforeAll(async () => {
    expect(scripts.length).toBeGreaterThanOrEqual(200)
    ours = await openFilledConsole()
    const { test, brandId: brand_id } = ours
    await test.operate('create-person', {
      ...{ workspace_id: ours.fixture.workspaceId, email: 'hostile@example.com' },
      ...{ name: scripts[0] as string, role: 'owner' },
    })
    const line = (answer: string, more: object = {}) => ({
      ...{ prompt: 'Which boots?', engine: 'chatgpt', country: 'US', executed_at: fixtureNow, answer },
      ...more,
    })
    // All of them in one answer, and each as a prompt, a title, a model and a search query.
    const lines = [
      line(`Acme. ${texts.join('\n')}`, { executed_at: '2026-06-16T00:00:00Z' }),
      ...scripts.map((text, i) =>
        line(`Acme and Globex. ${text}`, {
          prompt: text.slice(0, 400),
          model: text.slice(0, 100),
          citations: [{ url: `https://hostile${i}.example/${encodeURIComponent(text)}`, title: text }],
        }),
      ),
    ]
    await test.operate('import-answers', { brand_id }, answersFile(lines))
    for (const text of scripts.slice(0, 40))
      await test.operate('create-note', { brand_id, day: fixtureNow.slice(0, 10), text: text.slice(0, 400) })
    topicId = (await test.operate('create-topic', { brand_id, name: scripts[3] as string })).id
    const prompts = await test.operate<{ id: string; text: string }[]>('list-prompts', { brand_id })
    const prompt_id = prompts.find(({ text }) => text.includes('<'))?.id as string
    await test.operate('update-prompt', { brand_id, prompt_id, topic_id: topicId })
    await test.operate('create-competitor', {
      ...{ brand_id, name: hostileName, primary_url: 'https://hostile.example' },
    })
    await test.operate('create-source', {
      ...{ workspace_id: ours.fixture.workspaceId, kind: 'perplexity', name: hostileName, api_key: 'none' },
    })
    await fillFoundTexts()
    const context = await ours.signIn('hostile@example.com')
    await context.exposeFunction('pwned', () => seen.push('a text was executed'))
    page = await context.newPage()
    seen = watch(page)
    page.on('dialog', (dialog) => {
      seen.push(`dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
  })
  afterAll(() => ours?.close())

  /** Puts the texts into alerts, which contain prompts, and into suggestions, which quote answers. */
  async function fillFoundTexts(): Promise<void> {
    const { db } = ours.test.app.services
    const ofBrand = ['brand_id', '=', ours.brandId] as const
    const prompts = db
      .selectFrom('prompts')
      .select('number')
      .where(...ofBrand)
      .where('text', 'like', '%<%')
    const evidence = (await prompts.orderBy('number').limit(5).execute()).map(({ number }) => ({
      ...{ prompt: number, n: [49, 4], y: [20, 0], moved: -0.4 },
    }))
    expect(evidence).toHaveLength(5)
    await db
      .updateTable('visibility_alerts')
      .set({ evidence: JSON.stringify(evidence) })
      .where(...ofBrand)
      .execute()
    const [answer] = await ours.test.operate<{ id: string; executed_at: string }[]>('list-executions', {
      ...{ brand_id: ours.brandId, start_date: '2026-06-15', end_date: '2026-06-15' },
    })
    const suggestions = db
      .selectFrom('competitor_suggestions')
      .select('id')
      .where(...ofBrand)
    for (const [i, { id }] of (await suggestions.execute()).entries()) {
      const text = scripts.slice(20 * i, 20 * i + 20).join(' ')
      const quotes = [{ execution_id: answer?.id, engine: 'chatgpt', executed_at: answer?.executed_at, text }]
      const found = { name: (scripts[i] as string).slice(0, 100), quotes: JSON.stringify(quotes) }
      await db.updateTable('competitor_suggestions').set(found).where('id', '=', id).execute()
    }
  }

  const open = async (path: string) => {
    await page.goto(`${ours.url}/${ours.fixture.workspaceId}${path}`)
    await isRead(page)
  }
  const ofBrand = (path: string) =>
    `/${ours.brandId}/${path}${path.includes('?') ? '&' : '?'}from=2026-06-01&to=2026-06-30`

  /** Elements that exist only if the page interpreted a text. */
  const intruders = () =>
    page.evaluate(() => {
      const elements = [...document.querySelectorAll('*')]
      const isOurs = (url: string) => new URL(url, location.href).origin === location.origin
      return elements
        .filter(
          (element) =>
            ['IFRAME', 'OBJECT', 'EMBED', 'BASE', 'VIDEO'].includes(element.tagName) ||
            element.getAttributeNames().some((name) => name.startsWith('on')) ||
            (element.tagName === 'SCRIPT' && !isOurs((element as HTMLScriptElement).src || 'data:,')) ||
            (element instanceof HTMLAnchorElement && !/^https?:$/.test(element.protocol)),
        )
        .map((element) => element.outerHTML.slice(0, 200))
    })

  async function isWhole() {
    expect(await intruders()).toEqual([])
    await isWithinWindow(page)
    expect(seen).toEqual([])
  }

  const pages = [
    ...['overview', 'answers', 'prompts', 'sources', 'competitors', 'opportunities'],
    ...['competitors?tab=suggested', 'competitors?tab=gaps', 'collection', 'collection?tab=sources'],
  ]
  it.each(pages)('are shown as plain text and do not break the layout: %s', async (section) => {
    await open(ofBrand(section))
    for (let more = 0; more < 5; more++) {
      // Lists also load more when the button comes into view, so it can go away before a click.
      await page.evaluate(() => {
        const buttons = [...document.querySelectorAll('button')]
        buttons.find(({ textContent, disabled }) => textContent === 'Show more' && !disabled)?.click()
      })
      await isRead(page)
    }
    await isWhole()
    await page.setViewportSize({ width: 390, height: 844 })
    await isWhole()
    await page.setViewportSize({ width: 1360, height: 900 })
  })

  it('are plain text in alerts, suggested competitors and metric definitions', async () => {
    await open(ofBrand('overview?open=alerts'))
    const alerts = page.getByRole('list', { name: 'Alerts' })
    expect(await alerts.innerText()).toContain('<')
    await open(ofBrand('competitors?tab=suggested'))
    const suggested = page.getByRole('list', { name: 'Suggested competitors' })
    expect(await suggested.innerText()).toContain(scripts[20])
    await open(ofBrand(`competitors?topic=${topicId}`))
    const row = page.getByRole('table', { name: 'Ranking' }).getByRole('row').filter({ hasText: hostileName })
    await row.getByRole('button').first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Counted').waitFor()
    expect(await dialog.innerText()).toContain(hostileName)
    expect(await dialog.innerText()).toContain(scripts[3])
    await isWhole()
    await page.setViewportSize({ width: 390, height: 844 })
    await isWhole()
    await page.setViewportSize({ width: 1360, height: 900 })
  })

  it('are shown in an answer exactly as the engine wrote them', async () => {
    const { test, brandId: brand_id } = ours
    const list = await test.operate<{ id: string }[]>('list-executions', {
      ...{ brand_id, start_date: '2026-06-16', end_date: '2026-06-16' },
    })
    const [all] = list
    await open(ofBrand(`answers/${all?.id}`))
    await isWhole()
    const shown = await page.locator('[dir=auto]').first().textContent()
    for (const text of scripts) expect(shown).toContain(text)
    await page.setViewportSize({ width: 390, height: 844 })
    await isWhole()
  })

  it.runIf(naughtyFile)('from a public list are harmless', async () => {
    const naughty = JSON.parse(readFileSync(naughtyFile as string, 'utf8')) as string[]
    const { test, brandId: brand_id } = ours
    const line = {
      ...{ prompt: 'Which gloves?', engine: 'gemini', country: 'US', executed_at: fixtureNow },
      answer: `Acme. ${naughty.join('\n')}`,
    }
    await test.operate('import-answers', { brand_id }, answersFile([line]))
    const list = await test.operate<{ id: string }[]>('list-executions', {
      ...{ brand_id, engine: 'gemini', start_date: '2026-06-15', end_date: '2026-06-15' },
    })
    for (const { id } of list) {
      await open(ofBrand(`answers/${id}`))
      await isWhole()
    }
  })
})

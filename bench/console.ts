import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { openConsole } from '../console/testing/open-console.ts'
import { chromiumPath, quiet } from '../src/testing/chromium.ts'
import { startTestApp } from '../src/testing/test-app.ts'
import { table } from './measure.ts'
import { lastDay, makeMeasuredBrand, mergesHaveEnded } from './stored-answers.ts'

// Console waiting times for a brand with a million answers: first page, next page, changed filter.
const answers = Number(process.argv[2] ?? 1_000_000)
const loads = 15
const email = 'bench@example.com'

const directory = mkdtempSync(join(tmpdir(), 'sightline-bench-'))
const test = await startTestApp({ READS_PER_MINUTE: '1000000000' }, { directory })
const stored = await makeMeasuredBrand(test, answers)
await mergesHaveEnded(test)
await test.operate('create-person', {
  ...{ workspace_id: stored.workspaceId, email, name: 'Bench', role: 'owner' },
})
const console_ = await openConsole(test)
const address = (page: string, search = '') =>
  `${console_.url}/${stored.workspaceId}/${stored.brandId}/${page}${search}`
const month = (days: number) => {
  const day = (before: number) => new Date(Date.parse(lastDay) - before * 86_400_000).toISOString().slice(0, 10)
  return `?from=${day(days - 1)}&to=${lastDay}`
}
const overview = address('overview', month(30))

/** Milliseconds from the request to the paint of the largest element of a page. */
const painted = `new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime)).observe({ type: 'largest-contentful-paint', buffered: true })
})`

async function shown(page: Page): Promise<void> {
  await page.getByText(/answers · .* prompts/).waitFor()
  await page.waitForLoadState('networkidle')
}

async function load(page: Page): Promise<{ paint: number; bytes: number }> {
  let bytes = 0
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await page.goto(overview)
  await shown(page)
  const paint = (await page.evaluate(painted)) as number
  await devtools.detach()
  return { paint, bytes }
}

/** The same in a new tab. */
async function loadInTab(context: BrowserContext): Promise<{ paint: number; bytes: number }> {
  const tab = await context.newPage()
  const loaded = await load(tab)
  await tab.close()
  return loaded
}

const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number
const ms = (value: number) => value.toFixed(0)

const cold: { paint: number; bytes: number }[] = []
for (let i = 0; i < loads; i++) {
  const context = await console_.signIn(email)
  // Signing in has already loaded the app.
  const state = await context.storageState()
  await context.close()
  const fresh = await console_.browser.newContext({ storageState: state })
  cold.push(await loadInTab(fresh))
  await fresh.close()
}
// A profile on disk keeps compiled scripts, as for a real visitor; the contexts of other tests keep nothing.
const context = await chromium.launchPersistentContext(join(directory, 'profile'), {
  executablePath: chromiumPath,
  args: quiet,
})
await console_.signInAgain(email, context)
const [inTab, again]: [number[], number[]] = [[], []]
await loadInTab(context)
for (let i = 0; i < loads; i++) inTab.push((await loadInTab(context)).paint)
const tab = await context.newPage()
await load(tab)
for (let i = 0; i < loads; i++) again.push((await load(tab)).paint)
await tab.close()

/** From the click on an engine to its figures. Runs in the page. */
const filterBy = `async (engine) => {
  const buttons = () => [...document.querySelectorAll('ul[aria-label="Change by engine"] button')]
  const button = () => buttons().find((one) => one.textContent.includes(engine))
  const start = performance.now()
  button().click()
  for (;;) {
    await new Promise(requestAnimationFrame)
    const isBusy = document.querySelector('section[aria-label="Figures"]').closest('[aria-busy="true"]:not(#page)') !== null
    if (!isBusy && button()?.getAttribute('aria-pressed') === 'true') return performance.now() - start
  }
}`

async function filter(page: Page, engine: string): Promise<number> {
  const engines = page.getByRole('list', { name: 'Change by engine' })
  await engines.getByRole('button', { name: engine }).waitFor()
  return (await page.evaluate(`(${filterBy})(${JSON.stringify(engine)})`)) as number
}

const page = await context.newPage()
const [uncached, cached]: [number[], number[]] = [[], []]
for (let days = 20; days < 60; days += 2) {
  await page.goto(address('overview', month(days)))
  await shown(page)
  for (const times of [uncached, cached])
    for (const engine of ['ChatGPT', 'Gemini']) {
      times.push(await filter(page, engine))
      await page.waitForLoadState('networkidle')
    }
}

await context.close()
await console_.close()
await test.close()
rmSync(directory, { recursive: true, force: true })
table(`The console on a brand of ${answers / 1e6} million answers`, [
  {
    'first page, kB': (middle(cold.map(({ bytes }) => bytes)) / 1000).toFixed(0),
    'largest paint, cold, ms': ms(middle(cold.map(({ paint }) => paint))),
    'warm, in a new tab': ms(middle(inTab)),
    'warm, in the same tab': ms(middle(again)),
    'filter changed, ms': ms(middle(uncached)),
    'filter changed back, ms': ms(middle(cached)),
  },
])

import { expect, it } from 'vitest'
import { answersFile, startTestApp } from '../../src/testing/test-app.ts'
import { hasBrowser, openConsole } from '../testing/open-console.ts'

/** Answers of 60 days to 24 prompts; the first parts of each hundred name the brand. */
const answers = (brand: string, before: number, after: number) =>
  answersFile(
    Array.from({ length: 24 * 60 }, (_, i) => {
      const [prompt, day] = [i % 24, Math.floor(i / 24) + 1]
      const isNamed = (prompt * 37 + day * 11) % 100 < (day > 30 ? before : after)
      return {
        prompt: `Question ${prompt}?`,
        engine: prompt % 2 === 0 ? 'chatgpt' : 'gemini',
        executed_at: new Date(Date.now() - day * 86_400_000).toISOString(),
        answer: isNamed ? `Try ${brand}.` : 'Try others.',
      }
    }),
  )

it.runIf(hasBrowser)('All brands says which rose and fell, and lists those that lost first', async () => {
  const test = await startTestApp()
  const { id: workspace_id } = await test.operate<{ id: string }>('create-workspace', { name: 'Agency' })
  for (const [name, before, after] of [
    ['Arden', 40, 40],
    ['Brevio', 20, 60],
    ['Calder', 60, 40],
    ['Dorval', 70, 30],
    ['Elvin', 0, 0],
  ] as const) {
    const { id: brand_id } = await test.operate<{ id: string }>('create-brand', { workspace_id, name })
    if (after > 0) await test.operate('import-answers', { brand_id }, answers(name, before, after))
  }
  const email = 'lead@example.com'
  await test.operate('create-person', { workspace_id, email, name: 'Lead', role: 'owner' })
  const console = await openConsole(test)
  const page = await (await console.signIn(email)).newPage()
  await page.goto(`${console.url}/`)
  const summary = page.getByRole('region', { name: 'Summary' })
  await summary.getByText('1 brand rose and 2 fell in the last 30 days.').waitFor()
  expect(await summary.innerText()).toMatch(
    /Dorval lost \d\d\.\d points\. Calder lost \d\d\.\d points\. One other shows no clear change\./,
  )
  expect(await page.locator('tbody tr bdi').allInnerTexts()).toEqual(['Dorval', 'Calder', 'Arden', 'Brevio', 'Elvin'])
  await console.close()
  await test.close()
})

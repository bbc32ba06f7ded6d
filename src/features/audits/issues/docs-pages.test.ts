import { describe, expect, it } from 'vitest'
import { readPage } from '../../../lib/site/pages/read-page.ts'
import { crawled } from '../../../testing/site/crawled.ts'
import { checks } from '../checks/checks.ts'
import { checkPage } from './docs-pages.ts'

describe('the page about a check', () => {
  it.each(checks.map((check) => [check.id, check] as const))('%s is complete and safe', (_id, check) => {
    const html = checkPage(check.id) ?? ''
    const { document } = readPage(crawled({ body: html }))
    expect(document?.headings.first.map(({ text }) => text)).toEqual([
      check.name.replace(/\s+/g, ' '),
      'What it is',
      'Why it matters to AI engines',
      'How to fix it',
      'Example',
    ])
    expect(document?.descriptions).toEqual([check.description])
    expect([document?.links, document?.images, document?.titles.length]).toEqual([[], [], 1])
    // Examples show elements as text, so they must be escaped.
    expect(html).not.toMatch(/<(?:script|img|a|iframe|svg|noscript)\b/)
  })
})

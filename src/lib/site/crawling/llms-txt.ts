import { FetchProblem } from '../../fetching/fetch-problem.ts'
import type { Fetcher } from '../../fetching/fetcher.ts'
import { followRedirects } from '../../fetching/follow-redirects.ts'
import { crawlAddress } from '../crawl-address.ts'
import { isSuccess, outcomeOf } from './outcome.ts'
import type { LlmsTxtFacts } from './site-facts.ts'

const maxBytes = 500 * 1024
const maxLinks = 1000
const maxTitleLength = 200

/** Reads llms.txt: Markdown with a heading and links (llmstxt.org). */
export async function readLlmsTxt(fetcher: Fetcher, home: URL, signal: AbortSignal): Promise<LlmsTxtFacts> {
  const { href } = new URL('/llms.txt', home)
  const followed = await followRedirects(fetcher, href, {
    maxBytes,
    maxRedirects: 5,
    timeoutMs: 20_000,
    signal,
  })
  const { end } = followed
  const nothing = { url: href, ...outcomeOf(followed), exists: false, title: null, links: [], bytes: 0 }
  if (end instanceof FetchProblem || !isSuccess(end.status)) return nothing
  const text = end.body.toString()
  const isPage = (end.headers.get('content-type') ?? '').includes('html') || /^\s*</.test(text)
  if (isPage) return nothing
  return {
    ...nothing,
    exists: true,
    title: /^#[\t ]+(\S.*)$/m.exec(text)?.[1]?.trim().slice(0, maxTitleLength) ?? null,
    links: linksOf(text, end.url),
    bytes: end.body.length,
  }
}

function linksOf(text: string, base: string): string[] {
  const links = new Set<string>()
  for (const [, target = ''] of text.matchAll(/\]\(\s*([^\s()<>]{1,2048})/g)) {
    const link = crawlAddress(target, base)
    if (link !== undefined) links.add(link)
    if (links.size === maxLinks) break
  }
  return [...links]
}

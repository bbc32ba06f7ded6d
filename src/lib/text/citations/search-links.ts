import { siteDomain, siteFamily } from './site-domain.ts'
import { addressOf, parameter } from './url-parts.ts'

interface SearchLink {
  /** Matches `addressOf` the URL. */
  at: RegExp
  /** If set, one of these parameters is required: without them the same URL is a page. */
  parameters?: readonly string[]
}

/**
 * The engines' own result, shopping and chat-start pages, by domain or family of the host, from their links.
 * Their other pages (support.google.com, google.com/travel/hotels, openai.com/index/…) are ordinary pages.
 */
const SEARCH_LINKS = new Map<string, readonly SearchLink[]>([
  ['chatgpt.com', [{ at: /^chatgpt\.com(?:\/search)?$/, parameters: ['q', 'hints', 'prompt'] }]],
  ['openai.com', [{ at: /^chat\.openai\.com$/, parameters: ['q', 'hints', 'prompt'] }]],
  [
    'google',
    [
      { at: /^google\.[a-z.]+\/(?:search|searchbyimage|url|imgres|aclk|shopping|shopping\/.+)$/ },
      { at: /^google\.[a-z.]+\/(?:maps\/search|travel\/search|travel\/flights\/search)(?:\/|$)/ },
      { at: /^google\.[a-z.]+(?:\/(?:ai|maps|webhp))?$/, parameters: ['q', 'ibp', 'prds', 'udm'] },
      { at: /^google\.[a-z.]+\/products?(?:\/|$)/ },
      { at: /^shopping\.google\.[a-z.]+(?:\/|$)/ },
      { at: /^(?:books|images|maps|news|video)\.google\.[a-z.]+\/search$/ },
      { at: /^(?:images|maps)\.google\.[a-z.]+(?:\/maps)?$/, parameters: ['q'] },
      { at: /^scholar\.google\.[a-z.]+\/scholar$/, parameters: ['q'] },
    ],
  ],
  [
    'bing.com',
    [
      { at: /^(?:[a-z]+\.)?bing\.com\/(?:(?:images|news|travel|videos)\/)?search$/ },
      { at: /^(?:[a-z]+\.)?bing\.com\/(?:aclick|aclk|chat|ck\/a|copilotsearch|shop|shop\/.+)$/ },
      { at: /^(?:[a-z]+\.)?bing\.com(?:\/maps)?$/, parameters: ['q'] },
    ],
  ],
  ['microsoft.com', [{ at: /^copilot\.microsoft\.com$/, parameters: ['q'] }]],
  [
    'perplexity.ai',
    [{ at: /^perplexity\.ai\/search(?:\/|$)/ }, { at: /^perplexity\.ai$/, parameters: ['q'] }],
  ],
  [
    'duckduckgo.com',
    [
      { at: /^(?:[a-z]+\.)?duckduckgo\.com(?:\/(?:html|lite))?$/, parameters: ['q'] },
      { at: /^duckduckgo\.com\/(?:l|y\.js)$/ },
    ],
  ],
  ['yahoo', [{ at: /^(?:[a-z]+\.)*search\.yahoo\.[a-z.]+(?:\/|$)/ }]],
  ['yandex', [{ at: /^yandex\.[a-z.]+\/(?:(?:images\/|video\/)?search|clck\/.+)$/ }]],
  ['ya.ru', [{ at: /^ya\.ru\/search$/ }]],
  ['baidu.com', [{ at: /^(?:m\.)?baidu\.com\/s$/, parameters: ['wd', 'word'] }]],
  ['brave.com', [{ at: /^search\.brave\.com\/(?:ask|images|news|search|videos)$/ }]],
  ['ecosia.org', [{ at: /^ecosia\.org\/(?:images|news|search|videos)$/ }]],
  ['startpage.com', [{ at: /^startpage\.com\/(?:do\/|sp\/)?search$/ }]],
  ['qwant.com', [{ at: /^qwant\.com$/, parameters: ['q'] }]],
  ['kagi.com', [{ at: /^kagi\.com\/search$/ }]],
  ['you.com', [{ at: /^you\.com\/search$/ }]],
  ['naver.com', [{ at: /^(?:m\.)?search\.naver\.com\/search\.naver$/ }]],
  ['claude.ai', [{ at: /^claude\.ai\/new$/, parameters: ['q'] }]],
  ['grok.com', [{ at: /^grok\.com$/, parameters: ['q'] }]],
  ['mistral.ai', [{ at: /^chat\.mistral\.ai\/chat$/, parameters: ['q'] }]],
  ['meta.ai', [{ at: /^meta\.ai$/, parameters: ['q'] }]],
])

/** Whether the URL is a query to an engine (a search, a product search, a new chat) rather than a page. */
export function isSearchLink(url: URL): boolean {
  const links = SEARCH_LINKS.get(siteFamily(siteDomain(url.hostname)))
  if (!links) return false
  const address = addressOf(url)
  return links.some(
    ({ at, parameters }) =>
      at.test(address) && (!parameters || parameters.some((name) => parameter(url, name) !== undefined)),
  )
}

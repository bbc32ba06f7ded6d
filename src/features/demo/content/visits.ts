import { pagesOf } from './pages.ts'
import { createRng, hashText, type Rng } from './random.ts'
import { demoBrand } from './workspace.ts'

/** Days that the demonstration’s log covers, today included. */
const logDays = 60

const dayMs = 86_400_000
const host = `www.${demoBrand.domain}`

/** Who fetches pages, and from where. Addresses are of networks that the operators publish, where they publish some. */
interface Visitor {
  name: string
  agent: string
  addresses: readonly string[]
  /** Fetches on an ordinary day. */
  perDay: number
  /** Whether people set it off: it reads by day, less at weekends, and the pages that are asked about. */
  isAsked?: boolean
  reads: readonly string[]
}

const compatible = (product: string) =>
  `Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ${product})`
const openAi = (product: string) =>
  `Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ${product}`

const cited = Object.values(pagesOf)
  .flat()
  .filter(({ url }) => new URL(url).hostname === host)
  .map(({ url }) => new URL(url).pathname)

/** Cited and never read: crawlers have not found the French repair shop yet. */
const unread = '/fr/repair/parts'
/** Read and never cited. */
const uncited = [
  '/',
  '/en/about',
  '/en/press',
  '/en/careers',
  '/en/journal/water-hardness',
  '/en/journal/why-dual-boilers',
  '/de/haendler',
  '/fr/boutiques',
]
/** Moved away long ago, and asked for still. */
const gone = ['/en/machines/duo-50', '/de/machines/canto-classic', '/feed.xml']

const products = cited.filter((path) => path !== unread)
const everything = [...products, ...products, ...uncited, ...gone, '/robots.txt', '/sitemap.xml']
const inEnglish = products.filter((path) => path.startsWith('/en/'))

// Bots that are verified by names are not among them: the demonstration is to ask no name server.
// biome-ignore format: one visitor a line reads as a table
const bots: readonly Visitor[] = [
  { name: 'GPTBot', agent: compatible('GPTBot/1.2; +https://openai.com/gptbot'), addresses: ['20.171.206.', '52.230.152.'], perDay: 14, reads: everything },
  { name: 'OAI-SearchBot', agent: openAi('OAI-SearchBot/1.0; +https://openai.com/searchbot'), addresses: ['51.8.102.'], perDay: 8, reads: everything },
  { name: 'ChatGPT-User', agent: openAi('ChatGPT-User/1.0; +https://openai.com/bot'), addresses: ['23.98.142.18'], perDay: 12, isAsked: true, reads: products },
  { name: 'ClaudeBot', agent: compatible('ClaudeBot/1.0; +claudebot@anthropic.com'), addresses: ['216.73.216.', '216.73.217.'], perDay: 11, reads: everything },
  { name: 'Claude-SearchBot', agent: compatible('Claude-SearchBot/1.0; +https://www.anthropic.com'), addresses: ['216.73.218.'], perDay: 3, reads: inEnglish },
  { name: 'Claude-User', agent: compatible('Claude-User/1.0; +Claude-User@anthropic.com'), addresses: ['216.73.219.'], perDay: 2, isAsked: true, reads: inEnglish },
  { name: 'PerplexityBot', agent: compatible('PerplexityBot/1.0; +https://perplexity.ai/perplexitybot'), addresses: ['18.97.9.9'], perDay: 7, reads: everything },
  { name: 'Perplexity-User', agent: compatible('Perplexity-User/1.0; +https://perplexity.ai/perplexity-user'), addresses: ['18.97.43.8'], perDay: 5, isAsked: true, reads: products },
  { name: 'meta-externalagent', agent: 'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)', addresses: ['57.141.0.', '57.141.2.'], perDay: 6, reads: everything },
  { name: 'Bytespider', agent: 'Mozilla/5.0 (Linux; Android 5.0; SM-G900P Build/LRX21T) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/58.0.7990.1979 Mobile Safari/537.36; Bytespider', addresses: ['47.128.20.', '47.128.55.'], perDay: 4, reads: everything },
  // A pretender: nothing that belongs to Google bears this name.
  { name: 'Google-Extended', agent: 'Mozilla/5.0 (compatible; Google-Extended/1.0)', addresses: ['203.0.113.'], perDay: 1, reads: uncited },
]

// biome-ignore format: one visitor a line reads as a table
const others: readonly Visitor[] = [
  { name: 'people on Windows', agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36', addresses: ['192.0.2.'], perDay: 12, isAsked: true, reads: everything },
  { name: 'people on phones', agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1', addresses: ['198.51.100.'], perDay: 12, isAsked: true, reads: everything },
  { name: 'Googlebot', agent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', addresses: ['66.249.66.'], perDay: 6, reads: everything },
]

/** Last parts of the addresses, for those that are given up to their last digit and those up to their last dot. */
const lastDigits = ['6', '7']
const lastParts = Array.from({ length: 12 }, (_, number) => String(11 + 7 * number))

/** On one day in so many the site is down for an hour. */
const daysPerOutage = 17

interface Fetch {
  atMs: number
  line: string
}

/**
 * The lines of the brand’s access log of the last 60 UTC days up to `today`, in their order, in the combined format with
 * virtual host. A line depends on its day alone, so that a day that is generated again holds what it held before.
 */
export function* demoLogLines(today: Date): Generator<string> {
  const todayMs = Math.floor(today.getTime() / dayMs) * dayMs
  for (let startMs = todayMs - (logDays - 1) * dayMs; startMs <= todayMs; startMs += dayMs) {
    for (const { atMs, line } of fetchesOf(startMs)) {
      if (atMs > today.getTime()) break
      yield line
    }
  }
}

function fetchesOf(startMs: number): Fetch[] {
  const day = new Date(startMs).toISOString().slice(0, 10)
  const weather = createRng(hashText(`${day} weather`))
  const outageMs = weather.chance(1 / daysPerOutage) ? startMs + weather.next() * dayMs : Number.NaN
  const fetches = [...bots, ...others].flatMap((visitor) => {
    const rng = createRng(hashText(`${day} ${visitor.name}`))
    return Array.from({ length: countOn(startMs, visitor, rng) }, () => {
      const atMs = startMs + secondOf(visitor, rng) * 1000
      const isDown = atMs >= outageMs && atMs < outageMs + 3_600_000
      return { atMs, line: lineOf(visitor, rng, atMs, isDown) }
    })
  })
  return fetches.sort((one, other) => one.atMs - other.atMs || (one.line < other.line ? -1 : 1))
}

function countOn(startMs: number, { perDay, isAsked = false }: Visitor, rng: Rng): number {
  const isWeekend = [0, 6].includes(new Date(startMs).getUTCDay())
  return Math.round(perDay * (isAsked && isWeekend ? 0.4 : 1) * (0.6 + 0.8 * rng.next()))
}

/** Crawlers come at any time, people between six and ten in the evening. */
function secondOf({ isAsked = false }: Visitor, rng: Rng): number {
  return Math.floor(isAsked ? (6 + 16 * rng.next()) * 3600 : 86_400 * rng.next())
}

function lineOf(
  { agent, addresses, isAsked = false, reads }: Visitor,
  rng: Rng,
  atMs: number,
  isDown: boolean,
) {
  const network = rng.pick(addresses)
  const address = network + rng.pick(network.endsWith('.') ? lastParts : lastDigits)
  // What people ask about is the same few pages again and again.
  const path = isAsked && rng.chance(0.5) ? rng.pick(reads.slice(0, 4)) : rng.pick(reads)
  const status = isDown ? 503 : gone.includes(path) ? 404 : 200
  const bytes = status === 200 ? 4000 + Math.floor(60_000 * rng.next()) : 512
  const request = `GET ${path} HTTP/1.1`
  return `${host}:443 ${address} - - [${logTime(atMs)}] "${request}" ${status} ${bytes} "-" "${agent}"\n`
}

/** As logs write it: `21/Nov/2025:22:00:00 +0000`. */
function logTime(atMs: number): string {
  const [, day, month, year, time] = new Date(atMs).toUTCString().split(' ')
  return `${day}/${month}/${year}:${time} +0000`
}

import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { testData } from '../src/testing/test-data.ts'
import { engineSigns } from '../src/testing/traffic/engine-signs.ts'
import { pick, randomNumbers } from './measure.ts'

/** Share of all lines; other bots are as many as AI bots. */
const aiShare = 0.05
/** Shares of the lines of browsers: arrivals from AI engines (0.2% of visits were measured in 2025), and later pages. */
const [arrivalShare, laterShare] = [0.005, 0.015]
/** Visitors from engines who read on: those of the last hour of a log of 5 million lines. */
const maxVisitors = 30
const random = randomNumbers(6)
const upTo = (most: number) => Math.floor(random() * most)

interface Request {
  timeMs: number
  address: string
  page: string
  query: string
  status: number
  bytes: number
  referrer: string
  agent: string
}

/** CloudFront percent-encodes the spaces of user agents. */
const encodedAgent = (agent: string) => agent.replace(/[ "%]/g, encodeURIComponent)

/** The name that each program gives a format, the lines that a log begins with, and how to write a request. */
export const logFileFormats = {
  combined: {
    goAccess: 'COMBINED',
    header: '',
    line: ({ timeMs, address, page, query, status, bytes, referrer, agent }: Request) =>
      `${address} - - [${logTime(timeMs)}] "GET ${page}${query && `?${query}`} HTTP/1.1" ${status} ${bytes} "${referrer}" "${agent}"`,
  },
  cloudfront: {
    goAccess: 'CLOUDFRONT',
    header:
      '#Version: 1.0\n#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header cs-protocol cs-bytes time-taken x-forwarded-for ssl-protocol ssl-cipher x-edge-response-result-type cs-protocol-version fle-status fle-encrypted-fields\n',
    line: ({ timeMs, address, page, query, status, bytes, referrer, agent }: Request) => {
      const [date, time] = new Date(timeMs).toISOString().slice(0, 19).split('T')
      const id = `${timeMs.toString(36)}${bytes.toString(36)}LJ9S-TxUuTPmp3MzPl5bMKJqqmzKn8e1Q==`
      return [
        ...[date, time, 'FRA56-P4', bytes, address, 'GET', 'd111111abcdef8.cloudfront.net', page, status],
        ...[referrer, encodedAgent(agent), query || '-', '-', 'Hit', id, 'bench.example', 'https', 23],
        ...['0.001', '-', 'TLSv1.3', 'TLS_AES_128_GCM_SHA256', 'Hit', 'HTTP/2.0', '-', '-'],
      ].join('\t')
    },
  },
  caddy: {
    goAccess: 'CADDY',
    header: '',
    line: ({ timeMs, address, page, query, status, bytes, referrer, agent }: Request) =>
      JSON.stringify({
        ...{ level: 'info', ts: timeMs / 1000 + 0.5241024, logger: 'http.log.access', msg: 'handled request' },
        request: {
          ...{ remote_ip: address, remote_port: '41342', client_ip: address, proto: 'HTTP/2.0', method: 'GET' },
          ...{ host: 'bench.example', uri: `${page}${query && `?${query}`}` },
          headers: {
            ...{ 'User-Agent': [agent], Accept: ['*/*'], 'Accept-Encoding': ['gzip, deflate, br'] },
            ...(referrer === '-' ? {} : { Referer: [referrer] }),
          },
          tls: { resumed: false, version: 772, cipher_suite: 4865, proto: 'h2', server_name: 'bench.example' },
        },
        ...{ user_id: '', duration: 0.000929675, size: bytes, status },
        resp_headers: { Server: ['Caddy'], 'Content-Type': ['text/html'] },
      }),
  },
}

export type LogFileFormat = keyof typeof logFileFormats

/** Writes requests of 30 days, in order. */
export function writeLog(path: string, format: LogFileFormat, lines: number, hasArrivals = false): void {
  const visitors: Pick<Request, 'address' | 'agent'>[] = []
  const { header, line } = logFileFormats[format]
  const { ai, others } = readBots()
  const browsers = makeBrowsers()
  const file = openSync(path, 'w')
  const addresses = Array.from({ length: 100_000 }, address)
  const pages = Array.from({ length: 5000 }, (_, number) => `/section-${number % 40}/article-${number}`)
  const referrers = ['-', '-', 'https://www.google.com/', 'https://bench.example/', 'https://news.example/a?b=c']
  const startMs = Date.UTC(2026, 4, 1)
  let text = header
  for (let number = 0; number < lines; number += 1) {
    const roll = random()
    const agents = roll < aiShare ? ai : roll < 2 * aiShare ? others : browsers
    const isFound = random() < 0.95
    const request: Request = {
      timeMs: startMs + Math.floor((number / lines) * 30 * 86_400) * 1000,
      address: addresses[upTo(addresses.length)] as string,
      // A few pages get most visits.
      page: pages[Math.floor(pages.length * random() ** 3)] as string,
      query: random() < 0.2 ? `utm_source=mail&n=${upTo(100_000)}` : '',
      status: isFound ? 200 : 404,
      bytes: isFound ? 500 + upTo(90_000) : 162,
      referrer: referrers[upTo(5)] as string,
      agent: agents[Math.floor(agents.length * random() ** 2)] as string,
    }
    const share = hasArrivals && agents === browsers ? random() : 1
    if (share < arrivalShare) {
      const signs = engineSigns[upTo(engineSigns.length)]
      if (random() < 0.3) request.query = `utm_source=${signs?.sources[0]}`
      else request.referrer = signs?.referrers[0] as string
      visitors[upTo(maxVisitors)] = { address: request.address, agent: request.agent }
    } else if (share < arrivalShare + laterShare) {
      Object.assign(request, visitors[upTo(maxVisitors)], { referrer: 'https://bench.example/' })
    }
    text += `${line(request)}\n`
    if (text.length > 1_000_000 || number === lines - 1) {
      writeSync(file, text)
      text = ''
    }
  }
  closeSync(file)
}

const address = () => [1 + upTo(222), upTo(256), upTo(256), 1 + upTo(254)].join('.')

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

function logTime(ms: number): string {
  const [year, month, rest] = new Date(ms).toISOString().split('-') as [string, string, string]
  return `${rest.slice(0, 2)}/${months[Number(month) - 1]}/${year}:${rest.slice(3, 11)} +0000`
}

interface Pattern {
  instances: string[]
  tags: string[]
}

/** Real user agents of bots. */
function readBots(): { ai: string[]; others: string[] } {
  const path = testData('bots/crawler-user-agents.json')
  if (path === undefined) throw new Error('this benchmark needs the test data')
  const patterns = JSON.parse(readFileSync(path, 'utf8')) as Pattern[]
  const of = (isAi: boolean) => {
    const agents = patterns.filter(({ tags }) => tags.includes('ai-crawler') === isAi)
    return agents.flatMap(({ instances }) => instances).filter((agent) => !agent.includes('"'))
  }
  return { ai: of(true), others: of(false) }
}

/** Some thousand browsers in common versions and systems. */
function makeBrowsers(): string[] {
  const systems = [
    'Windows NT 10.0; Win64; x64',
    'Macintosh; Intel Mac OS X 10_15_7',
    'X11; Linux x86_64',
    ...Array.from({ length: 40 }, (_, number) => `Linux; Android ${8 + (number % 9)}; SM-A${100 + number}B`),
  ]
  const engine = 'AppleWebKit/537.36 (KHTML, like Gecko)'
  const chromes = systems.flatMap((system) =>
    Array.from({ length: 60 }, (_, number) => {
      const version = `${90 + number}.0.${4000 + upTo(3000)}.${upTo(200)}`
      return `Mozilla/5.0 (${system}) ${engine} Chrome/${version} Mobile Safari/537.36`
    }),
  )
  const phones = Array.from({ length: 40 }, (_, number) => {
    const system = `${12 + Math.floor(number / 6)}_${number % 6}`
    return `Mozilla/5.0 (iPhone; CPU iPhone OS ${system} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.1 Mobile/15E148 Safari/604.1`
  })
  return pick(random, [...chromes, ...phones], chromes.length + phones.length)
}

import { verify } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/*
 * Emulates the parts of Google's token endpoint, Search Console, Analytics and Bing Webmaster Tools that connections
 * use, as the public references describe them. None was compared with the live service.
 */

interface Reply {
  status: number
  body: unknown
}

export interface ReceivedRequest {
  method: string
  path: string
  query: URLSearchParams
  body: Record<string, never>
  authorization: string | undefined
}

export interface EmulatedServices {
  origin: string
  port: number
  requests: ReceivedRequest[]
  /** Public key of the service account, and the refresh token, that the token endpoint accepts. */
  publicKey: string
  refreshToken: string
  /** Number of rows by query of each day in Search Console. */
  queries: number
  /** Days on which Search Console has data. */
  hasDay(day: string): boolean
  clicks: number
  isThresholded: boolean
  /** Rows that Analytics returns per response, at most. */
  analyticsPage: number
  analyticsQuota: number
  bingKey: string
  /** Replaces the reply to a request. */
  intercept(request: ReceivedRequest): Reply | undefined | Promise<Reply | undefined>
  close(): Promise<void>
}

const ok = (body: unknown): Reply => ({ status: 200, body })

export const googleError = (code: number, status: string, reason: string, message: string): Reply => ({
  status: code,
  body: { error: { code, message, status, errors: [{ message, domain: 'usageLimits', reason }] } },
})

export async function startEmulatedServices(): Promise<EmulatedServices> {
  let tokens = 0
  const server = createServer(async (incoming, outgoing) => {
    const request = await readRequest(incoming)
    services.requests.push(request)
    const reply = (await services.intercept(request)) ?? replyTo(request)
    outgoing.writeHead(reply.status, { 'content-type': 'application/json' })
    outgoing.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body))
  })

  function replyTo(request: ReceivedRequest): Reply {
    if (request.path === '/token') return tokenReply(request)
    if (request.method === 'GET') return bingReply(request)
    if (request.authorization !== `Bearer token-${tokens}`)
      return googleError(401, 'UNAUTHENTICATED', 'authError', 'Invalid Credentials')
    return request.path.startsWith('/sites/') ? searchReply(request) : analyticsReply(request)
  }

  function tokenReply({ body }: ReceivedRequest): Reply {
    const { grant_type, assertion = '', refresh_token } = body as Record<string, string>
    const [header = '', claims = '', signature = ''] = assertion.split('.')
    const read = claims === '' ? {} : JSON.parse(Buffer.from(claims, 'base64url').toString())
    const isAccepted =
      grant_type === 'refresh_token'
        ? refresh_token === services.refreshToken
        : read.aud === 'https://oauth2.googleapis.com/token' &&
          read.exp - read.iat === 3600 &&
          /\.readonly$/.test(read.scope) &&
          verify('sha256', Buffer.from(`${header}.${claims}`), services.publicKey, Buffer.from(signature, 'base64url'))
    if (!isAccepted)
      return {
        status: 400,
        body: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' },
      }
    tokens += 1
    return ok({ access_token: `token-${tokens}`, expires_in: 3599, token_type: 'Bearer' })
  }

  function searchReply({ path, body }: ReceivedRequest): Reply {
    const domain = decodeURIComponent(path.split('/')[2] ?? '').replace('sc-domain:', '')
    const { startDate, endDate, dimensions, rowLimit, startRow } = body as unknown as {
      startDate: string
      endDate: string
      dimensions: string[]
      rowLimit: number
      startRow: number
    }
    const row = (key: string, clicks: number, impressions: number) => ({
      keys: [key],
      ...{ clicks, impressions, ctr: clicks / impressions, position: 4 },
    })
    const days: string[] = []
    for (let at = Date.parse(startDate); at <= Date.parse(endDate); at += 86_400_000)
      days.push(new Date(at).toISOString().slice(0, 10))
    const rows = days.filter(services.hasDay).flatMap((day) => {
      if (dimensions[0] === 'date') return [row(day, services.clicks, 100)]
      if (dimensions[0] === 'query')
        return Array.from({ length: services.queries }, (_, at) => row(`query ${at}`, 1, 2))
      return [row({ page: `https://${domain}/boots`, country: 'usa' }[dimensions[0] as string] ?? 'MOBILE', 3, 50)]
    })
    // Without data the field is missing.
    const page = rows.slice(startRow, startRow + rowLimit)
    return ok({ ...(page.length > 0 && { rows: page }), responseAggregationType: 'byProperty' })
  }

  function analyticsReply({ body }: ReceivedRequest): Reply {
    const { dimensions, dateRanges, limit, offset, metrics } = body as unknown as {
      dimensions: { name: string }[]
      dateRanges: { endDate: string }[]
      metrics: object[]
      limit: number
      offset: number
    }
    const date = dateRanges[0]?.endDate.replaceAll('-', '') ?? ''
    const names = dimensions.map(({ name }) => name)
    const values: string[][] = names.some((name) => name.endsWith('Source'))
      ? [
          ['chatgpt.com', 'ai-assistant'],
          ['(other)', '(other)'],
          ['claude.ai', 'ai-assistant'],
        ]
      : names.includes('hostName')
        ? [['zuvari.example', '/boots']]
        : [[]]
    const rows = values.map((row, at) => ({
      dimensionValues: [date, ...row].map((value) => ({ value })),
      metricValues: metrics.map((_, metric) => ({ value: String(10 - at - metric) })),
    }))
    const page = rows.slice(offset, offset + Math.min(limit, services.analyticsPage))
    return ok({
      ...{ rows: page, rowCount: rows.length, kind: 'analyticsData#runReport' },
      metadata: { timeZone: 'Europe/Rome', ...(services.isThresholded && { subjectToThresholding: true }) },
      propertyQuota: { tokensPerDay: { consumed: 1, remaining: services.analyticsQuota } },
    })
  }

  function bingReply({ path, query }: ReceivedRequest): Reply {
    if (query.get('apikey') !== services.bingKey)
      return { status: 400, body: { ErrorCode: 3, Message: 'ERROR!!! InvalidApiKey' } }
    // Midnight in Seattle.
    const day = '/Date(1772265600000-0800)/'
    const row = { __type: 'x', Date: day, Clicks: services.clicks, Impressions: 40 }
    if (path.endsWith('GetRankAndTrafficStats')) return ok({ d: [row] })
    const Query = path.endsWith('GetPageStats') ? 'https://zuvari.example/boots' : 'which boots?'
    return ok({ d: [{ ...row, Query, AvgImpressionPosition: 3, AvgClickPosition: 2 }] })
  }

  const services: EmulatedServices = {
    ...{ origin: '', port: 0, requests: [], publicKey: '', refreshToken: 'refresh-1' },
    ...{ queries: 2, clicks: 30, isThresholded: false, analyticsPage: 10_000, analyticsQuota: 1000 },
    bingKey: 'bing-key-0123456789',
    hasDay: () => true,
    intercept: () => undefined,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  services.port = (server.address() as AddressInfo).port
  services.origin = `http://127.0.0.1:${services.port}`
  return services
}

async function readRequest(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  const url = new URL(incoming.url ?? '/', 'http://emulated')
  const isForm = incoming.headers['content-type'] === 'application/x-www-form-urlencoded'
  const body = isForm ? Object.fromEntries(new URLSearchParams(text)) : text === '' ? {} : JSON.parse(text)
  const { authorization } = incoming.headers
  return { method: incoming.method ?? '', path: url.pathname, query: url.searchParams, body, authorization }
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../../kernel/context.ts'
import { executeWrite } from '../../kernel/execute-write.ts'
import type { Prepared } from '../../kernel/invoke.ts'
import type { Download } from '../../kernel/operation.ts'
import { readResult } from '../../kernel/result-cache.ts'
import { type Versioned, versionOf } from '../../kernel/versions.ts'
import { entityTag, matchesEntityTag } from './conditional.ts'
import { toCsv } from './csv.ts'
import { parseBody } from './request-body.ts'
import { jsonType } from './respond.ts'

/** Whether a client prefers a media type to JSON: it names the type, and JSON has no higher weight. */
export function prefersMediaType(type: string, accept: string | undefined): boolean {
  if (accept === undefined) return false
  const weightOf = (wanted: string) => {
    const range = accept.split(',').find((item) => item.split(';')[0]?.trim().toLowerCase() === wanted)
    if (range === undefined) return 0
    const weight = /;\s*q\s*=\s*([\d.]+)/i.exec(range)?.[1]
    return weight === undefined ? 1 : Number(weight)
  }
  const weight = weightOf(type)
  return weight > 0 && weight >= weightOf('application/json')
}

/** Whether a client asks for a byte order mark, without which Excel does not read CSV as UTF-8. */
const wantsByteOrderMark = (accept = '') => /(^|,)\s*text\/csv\s*;[^,]*\bbom\s*=\s*true\b/i.test(accept)

/**
 * Responds to a checked read, or with 304.
 * @param withVersions whether to return the versions of the data, for callers that may change it
 */
export async function answerRead(
  { services, withVersions }: { services: Services; withVersions?: boolean },
  prepared: Prepared,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { operation } = prepared
  const { accept } = request.headers
  const asCsv = operation.list !== undefined && prefersMediaType('text/csv', accept)
  const mark = asCsv && wantsByteOrderMark(accept) ? '\ufeff' : ''
  const fileType = Object.keys(operation.downloads ?? {}).find((type) => prefersMediaType(type, accept))
  const result = await readResult(prepared)
  const { data, meta } = result
  const tag = entityTag(prepared, result, fileType ?? (mark || asCsv))
  // Set headers only when nothing can fail any more: errors have their own.
  const hasForms = operation.list !== undefined || operation.downloads !== undefined
  const headers = { 'cache-control': 'private, no-cache', ...(hasForms && { vary: 'Accept' }) }
  const ifNoneMatch = request.headers['if-none-match']
  if (tag !== undefined && matchesEntityTag(tag, ifNoneMatch))
    return reply.status(304).headers(headers).header('etag', tag).send()
  const file = fileType && (await operation.downloads?.[fileType]?.(services, data))
  if (tag !== undefined) reply.header('etag', tag)
  if (file) return sendDownload(file, fileType, reply.headers(headers))
  const list = operation.list === undefined ? undefined : (data as object[])
  const pagination = list && prepared.pagination(list.length, result.next)
  reply.headers(headers)
  if (asCsv) {
    const text = `${mark}${toCsv(operation, list ?? [])}`
    return sendCsv(text, pagination?.next_cursor ?? null, request, reply)
  }
  const versions = withVersions && operation.shows !== undefined && versionsOf(operation.shows, data as object)
  const body = { data, pagination, meta, ...versions, request_id: request.id }
  return reply.header('content-type', jsonType).send(JSON.stringify(body))
}

/** Always an attachment, so that third-party content in it never runs in this origin. */
const sendDownload = ({ name, body }: Download, type: string, reply: FastifyReply): FastifyReply =>
  reply
    .header('content-type', type.startsWith('text/') ? `${type}; charset=utf-8` : type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('content-security-policy', 'sandbox')
    .send(body)

/** The version of each row of a list, in order, or of the single resource. */
const versionsOf = (shows: Versioned, data: object | object[]) =>
  Array.isArray(data) ? { versions: data.map((row) => versionOf(shows, row)) } : { version: versionOf(shows, data) }

/** The header as sent: several as a list, which is refused. Node joins them into one text. */
export function idempotencyHeader({ raw: { rawHeaders } }: FastifyRequest): string | string[] | undefined {
  const isName = (text: string | undefined) => text?.toLowerCase() === 'idempotency-key'
  const given = rawHeaders.filter((_, index) => index % 2 === 1 && isName(rawHeaders[index - 1]))
  return given.length > 1 ? given : given[0]
}

/** Responds to a checked write, once per idempotency key. */
export async function answerWrite(
  { services }: { services: Services },
  prepared: Prepared,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { status, body, requestId, replayed } = await executeWrite(services, prepared, {
    idempotencyKey: idempotencyHeader(request),
    input: [queryTexts(request), bodyOf(request), ...(prepared.ctx.ifMatch ?? [])],
  })
  reply.headers({ 'content-type': jsonType, 'cache-control': 'no-store', 'x-request-id': requestId })
  if (replayed) reply.header('idempotent-replayed', 'true')
  return reply.status(status).send(body)
}

/** The same page as in JSON. A header has the next page's URL, or its cursor if fields are in a body. */
function sendCsv(text: string, cursor: string | null, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (cursor !== null && request.method === 'POST') reply.header('x-next-cursor', cursor)
  else if (cursor !== null) {
    const next = new URL(request.url, 'http://localhost')
    next.searchParams.set('cursor', cursor)
    reply.header('link', `<${next.pathname}${next.search}>; rel="next"`)
  }
  reply.header('content-type', 'text/csv; charset=utf-8; header=present')
  return reply.send(text)
}

/** Parses the JSON body of a request. @throws ApiError invalid_request */
export const bodyOf = ({ body, headers }: FastifyRequest) =>
  parseBody(body as Buffer | undefined, headers['content-type'])

/** The query parameters, each with all of its values. */
export function queryTexts({ url }: FastifyRequest): Record<string, string[]> {
  const texts: Record<string, string[]> = Object.create(null)
  // A path ends at either character.
  const end = url.search(/[?#]/)
  for (const [name, value] of new URLSearchParams(end === -1 ? '' : url.slice(end + 1))) {
    texts[name] ??= []
    texts[name].push(value)
  }
  return texts
}

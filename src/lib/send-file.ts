import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface FileContent {
  /** Letters, digits, dots and hyphens only. */
  name: string
  contentType: string
  bytes: number
  /** An entity tag that changes only with the bytes. */
  tag: string
  /** Reads the bytes from `first` (inclusive) to `end` (exclusive). */
  read(first: number, end: number): AsyncIterable<Buffer>
}

/**
 * Sends a file as a download, or the requested range of it (RFC 9110, section 14). Browsers do not render it,
 * so that third-party content in it cannot run.
 */
export function sendFile(file: FileContent, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { bytes, tag } = file
  const { range, 'if-range': condition } = request.headers
  const part = condition === undefined || condition === `"${tag}"` ? partOf(range, bytes) : 'all'
  reply.headers({
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'content-disposition': `attachment; filename="${file.name}"`,
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    etag: `"${tag}"`,
  })
  if (part === 'none')
    return reply
      .status(416)
      .headers({ 'content-range': `bytes */${bytes}`, 'content-length': '0' })
      .send()
  const { first, end } = part === 'all' ? { first: 0, end: bytes } : part
  if (part !== 'all') reply.status(206).header('content-range', `bytes ${first}-${end - 1}/${bytes}`)
  reply.headers({ 'content-type': file.contentType, 'content-length': String(end - first) })
  if (request.method === 'HEAD') return reply.send()
  return reply.send(Readable.from(file.read(first, end), { objectMode: false }))
}

/** Parses a range of bytes. Ignores multiple and invalid ranges. */
function partOf(range: string | undefined, bytes: number): { first: number; end: number } | 'all' | 'none' {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range?.trim() ?? '')
  if (found === null) return 'all'
  const [, from = '', to = ''] = found
  if (from === '' && to === '') return 'all'
  const first = from === '' ? Math.max(0, bytes - Number(to)) : Number(from)
  const end = from === '' || to === '' ? bytes : Math.min(bytes, Number(to) + 1)
  if (from !== '' && to !== '' && Number(to) < Number(from)) return 'all'
  return first >= end ? 'none' : { first, end }
}

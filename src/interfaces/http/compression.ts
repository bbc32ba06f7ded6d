import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compressed = promisify(gzip)

/** Smaller bodies take one packet either way. */
const minLength = 1000

/** Whether the client accepts a content coding (RFC 9110, 12.5.3). */
export function accepts(coding: 'br' | 'gzip', request: FastifyRequest): boolean {
  return String(request.headers['accept-encoding'] ?? '')
    .split(',')
    .map((one) =>
      one
        .trim()
        .toLowerCase()
        .split(/\s*;\s*q=/),
    )
    .some(([name, quality = '1']) => name === coding && Number(quality) > 0)
}

export async function compressTexts(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload !== 'string' || payload.length < minLength) return payload
  const { vary } = reply.getHeaders()
  reply.header('vary', vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`)
  if (!accepts('gzip', request)) return payload
  reply.header('content-encoding', 'gzip').removeHeader('content-length')
  return compressed(payload)
}

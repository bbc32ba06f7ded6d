import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Services } from '../../kernel/context.ts'
import { parseTextInput } from '../../kernel/text-input.ts'
import { validate } from '../../kernel/validation.ts'
import { invalidRequest } from '../../lib/errors.ts'
import { importLimits, unpacked } from '../../lib/unpacked.ts'
import { findIngestToken } from './ingest-tokens.ts'
import { ingestVisits } from './ingest-visits.ts'
import { batchLines, formatFields, readFormat } from './logs/index.ts'

/** Compressed and decompressed size limits. */
const maxBatchBytes = 16 * 1024 * 1024
const maxBytes = 64 * 1024 * 1024
const limits = { ...importLimits, maxBytes, freeBytes: maxBytes }

const batchIdPattern = /^[\x21-\x7e]{1,255}$/

const encodings = ['identity', 'gzip', 'zstd']

/**
 * `POST /ingest/crawler-logs`: log drains push batches of lines with an ingest token. A 200 response means stored.
 * Repeating a batch, identified by `Batch-Id` or its bytes, adds nothing.
 */
export const ingestVisitsRoute = (services: Services) => async (app: FastifyInstance) => {
  // Ignore the Content-Type.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
  const path = '/ingest/crawler-logs'
  app.post(path, { bodyLimit: maxBatchBytes }, async (request, reply) => {
    const data = await ingest(services, request)
    reply.headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    return JSON.stringify({ data, request_id: request.id })
  })
}

async function ingest(services: Services, request: FastifyRequest) {
  const brandId = await findIngestToken(services, request.headers.authorization)
  const { format, domain } = readQuery(new URL(request.url, 'http://localhost').searchParams)
  const body = request.body instanceof Buffer ? request.body : Buffer.alloc(0)
  const lines = batchLines(await unpack(body, request.headers['content-encoding'], services.closing))
  const batchId = batchIdOf(request, body)
  const brand = await services.db
    .selectFrom('brands')
    .select('primary_domain')
    .where('id', '=', brandId)
    .executeTakeFirst()
  return ingestVisits(services, brandId, {
    name: 'body',
    lines,
    format,
    domain: domain ?? brand?.primary_domain ?? null,
    countedIn: `batch ${batchId}`,
  })
}

const querySchema = z.strictObject({
  ...formatFields,
  domain: z
    .string()
    .regex(/^[\w.-]{1,253}$/, 'must be a host name, such as www.example.com')
    .transform((domain) => domain.toLowerCase())
    .optional(),
})

function readQuery(query: URLSearchParams) {
  const texts = Object.fromEntries([...query.keys()].map((name) => [name, query.getAll(name)]))
  const input = validate(querySchema, parseTextInput(querySchema, texts))
  return { format: readFormat(input), domain: input.domain }
}

/** Decompresses the whole body first, so that a damaged one stores nothing. Detects the encoding from its first bytes. */
async function unpack(body: Buffer, encoding = 'identity', signal: AbortSignal): Promise<Buffer> {
  if (!encodings.includes(encoding.trim().toLowerCase()))
    throw invalidRequest(`Content-Encoding: unknown; use one of ${encodings.join(', ')}`)
  const pieces: Buffer[] = []
  for await (const piece of unpacked(Readable.from([body]), { name: 'body', limits, signal })) pieces.push(piece)
  return Buffer.concat(pieces)
}

function batchIdOf({ headers }: FastifyRequest, body: Buffer): string {
  const given = headers['batch-id']
  if (given === undefined) return hash('sha256', body, 'hex')
  if (typeof given !== 'string' || !batchIdPattern.test(given))
    throw invalidRequest('Batch-Id must be 1 to 255 printable ASCII characters')
  return `id ${given}`
}

import { z } from 'zod'
import { timestamp } from '../../kernel/fields.ts'
import { emitImportCompleted } from '../../kernel/import-completed.ts'
import { defineOperation, forEditors } from '../../kernel/operation.ts'
import { type Line, parseJsonLine, readLines } from '../../lib/lines.ts'
import { pageUrl } from '../../lib/text/citations/page-url.ts'
import { type PageScan, storeScans } from './store-scans.ts'

const maxLineBytes = 4_000_000
const batchPages = 200
/** Limits a reason, which can list every unknown field. */
const maxReason = 500

const storable = z
  .string()
  .refine((text) => text.isWellFormed() && !text.includes('\u0000'), 'must not contain NUL or lone surrogates')
const shortText = storable.max(500)

const scanLine = z.strictObject({
  url: z.string(),
  scanned_at: timestamp.optional(),
  title: shortText.default(''),
  authors: z.array(storable.min(1).max(100)).max(10).default([]),
  outlet: storable.max(200).default(''),
  published_at: timestamp.optional(),
  dated_at: timestamp.optional(),
  language: z
    .string()
    .regex(/^[a-z]{2,3}$/)
    .optional(),
  content: storable.min(1).max(200_000),
  links: z.array(storable.max(253)).max(300).default([]),
})

export const importPageScans = defineOperation({
  name: 'import-page-scans',
  summary: 'Import texts of cited pages fetched elsewhere (JSON Lines, plain, gzip or zstd)',
  description:
    'One page per line. Required: url, content (main text). Optional: title, authors, outlet (publisher), scanned_at, ' +
    'published_at and dated_at (RFC 3339), language (such as en), links (linked domains). Replaces the text of pages ' +
    'that were already scanned. Rejects invalid lines with line number and reason, and imports the rest.',
  ...forEditors,
  takesFile: true,
  isRecorded: true,
  fields: {},
  data: z.object({
    imported: z.int(),
    rejected: z.int(),
    first_rejections: z.array(z.object({ line: z.int(), reason: z.string() })),
  }),
  async run({ ctx: { services, brand }, file, progress, signal }) {
    const lines = readLines(file, { maxLineBytes, signal })
    /** Deduplicates a batch: a small compressed file can repeat one line millions of times. */
    const texts = new Set<string>()
    let imported = 0
    let scans: PageScan[] = []
    const store = async () => {
      imported += await storeScans(services, brand.id, scans)
      scans = []
      texts.clear()
      progress(imported + lines.rejections().count, undefined, 'pages')
    }
    for await (const line of lines) {
      signal.throwIfAborted()
      const text = 'text' in line ? line.text : ''
      if (texts.has(text)) continue
      const scan = parseLine(line, services.now())
      if (typeof scan !== 'string') {
        texts.add(text)
        scans.push(scan)
      } else lines.reject(line.number, scan, text.length)
      if (scans.length === batchPages) await store()
    }
    if (scans.length > 0) await store()
    const { count: rejected, first: first_rejections } = lines.rejections()
    const emitEvents = emitImportCompleted(services, brand, {
      of: 'pages',
      duplicates: 0,
      imported,
      rejected,
    })
    return { data: { imported, rejected, first_rejections }, emitEvents }
  },
})

/** Parses the scan in a line; a text is the reason for rejecting it. */
function parseLine(line: Line, now: Date): PageScan | string {
  if ('problem' in line) return line.problem
  let value: unknown
  try {
    value = parseJsonLine(line.text)
  } catch (error) {
    return (error as Error).message
  }
  const parsed = scanLine.safeParse(value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return `${issue?.path.join('.') || 'the line'}: ${issue?.message.slice(0, maxReason)}`
  }
  const { url, scanned_at, published_at, dated_at, language = '', ...content } = parsed.data
  const page = pageUrl(url)
  if (page === undefined) return 'url: must be the URL of a web page'
  const [publishedAt, datedAt] = [published_at, dated_at].map((at) => (at === undefined ? undefined : new Date(at)))
  const triedAt = scanned_at === undefined ? now : new Date(scanned_at)
  return { url: page.url, triedAt, result: { ...content, language, publishedAt, datedAt } }
}

import { z } from 'zod'
import { runChange } from '../../kernel/change.ts'
import { defineChange, defineOperation, forEditors } from '../../kernel/operation.ts'
import { validate } from '../../kernel/validation.ts'
import { type Line, parseJsonLine, readLines } from '../../lib/lines.ts'
import { addProducts } from './add-products.ts'
import { productFields } from './product.ts'

/** Products per transaction, which blocks other changes of the brand. */
const batchProducts = 500
const maxLineBytes = 100_000

const productLine = z.strictObject({
  name: productFields.name,
  kind: productFields.kind.default('product'),
  parent: z.array(productFields.name).max(100).default([]),
  description: productFields.description.nullish(),
})

const rejection = z.object({ line: z.int(), reason: z.string() })

export const importProducts = defineOperation({
  name: 'import-products',
  summary: 'Import a file of products (JSON Lines, plain, gzip or zstd)',
  description:
    'One product per line. Required: name. Optional: kind (product, service or category), parent (names of its parents ' +
    'from the root, which earlier lines can add), description. Rejects invalid lines with line number and reason, and ' +
    'imports the rest. Skips existing products, so you can import a file again at any time.',
  ...forEditors,
  takesFile: true,
  fields: {},
  data: z.object({
    imported: z.int(),
    duplicates: z.int(),
    rejected: z.int(),
    first_rejections: z.array(rejection),
  }),
  async run(call) {
    const counts = { imported: 0, duplicates: 0 }
    const fileLines = readLines(call.file, { maxLineBytes, signal: call.signal })
    for await (const lines of batches(fileLines)) {
      call.signal.throwIfAborted()
      const read = lines.map(readProduct)
      const valid = read.filter((line) => 'product' in line)
      const input = { lines: valid }
      const { data } = await runChange(storeProducts, {
        ...call,
        input,
        page: { limit: 0, after: undefined },
      })
      const stored = data as z.output<typeof storedSchema>
      const rejected = [...read.filter((line) => 'reason' in line), ...stored.rejections]
      const bytesOf = new Map(lines.map((line) => [line.number, 'text' in line ? line.text.length : 0]))
      for (const { line, reason } of rejected.sort((one, other) => one.line - other.line))
        fileLines.reject(line, reason, bytesOf.get(line) ?? 0)
      counts.imported += stored.imported
      counts.duplicates += valid.length - stored.imported - stored.rejections.length
      const done = counts.imported + counts.duplicates + fileLines.rejections().count
      call.progress(done, undefined, 'products')
    }
    const { count: rejected, first: first_rejections } = fileLines.rejections()
    return { data: { ...counts, rejected, first_rejections } }
  },
})

type ReadLine = { line: number; product: z.output<typeof productLine> } | { line: number; reason: string }

function readProduct(line: Line): ReadLine {
  if ('problem' in line) return { line: line.number, reason: line.problem }
  try {
    return { line: line.number, product: validate(productLine, parseJsonLine(line.text)) }
  } catch (error) {
    return { line: line.number, reason: (error as Error).message }
  }
}

async function* batches(lines: AsyncIterable<Line>): AsyncGenerator<Line[]> {
  let batch: Line[] = []
  for await (const line of lines) {
    batch.push(line)
    if (batch.length < batchProducts) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

const storedSchema = z.object({ imported: z.int(), rejections: z.array(rejection) })

const storeProducts = defineChange({
  name: 'import-products',
  summary: 'Store a batch of products from import-products',
  ...forEditors,
  fields: { lines: z.array(z.object({ line: z.int(), product: productLine })) },
  data: storedSchema,
  async change({ ctx: { services, brand }, input, transaction }) {
    const { products, rejections } = await addProducts(transaction, brand.id, input.lines, services.now())
    return {
      data: { imported: products.length, rejections },
      audit: products.length === 0 ? undefined : { before: null, after: { products } },
    }
  },
})

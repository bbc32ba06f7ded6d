import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { operations } from '../src/features.ts'
import { operator as actor } from '../src/kernel/actor.ts'
import type { Services } from '../src/kernel/context.ts'
import { type Envelope, invoke } from '../src/kernel/invoke.ts'
import { ApiError } from '../src/lib/errors.ts'

export type Input = Record<string, unknown>
export type Row = Record<string, unknown> & { id: string }

/** Runs operations by name as the operator. */
export interface Operator {
  /** @param file content of the operation's file, if it reads one */
  call<T = Row>(name: string, input?: Input, file?: Iterable<Buffer> | Buffer): Promise<T>
  /** All rows of a list. */
  list(name: string, input?: Input): Promise<Row[]>
}

export function createOperator(services: Services, ids: Record<string, string>): Operator {
  async function run(name: string, input: Input, file: Iterable<Buffer> | Buffer = []): Promise<Envelope> {
    const operation = operations.find((candidate) => candidate.name === name)
    if (operation === undefined) throw new Error(`no operation ${name}`)
    const stream = Readable.from(Buffer.isBuffer(file) ? [file] : file)
    return invoke(services, operation, { actor, requestId: randomUUID(), ids, input, file: stream })
  }
  return {
    async call<T>(name: string, input: Input = {}, file?: Iterable<Buffer> | Buffer) {
      return (await run(name, input, file)).data as T
    },
    async list(name, input = {}) {
      const rows: Row[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await run(name, { ...input, limit: 100, ...(cursor && { cursor }) })
        rows.push(...(page.data as Row[]))
        cursor = page.pagination?.next_cursor ?? null
      }
      return rows
    },
  }
}

export const asLines = (lines: readonly string[]) => lines.map((line) => Buffer.from(`${line}\n`))

/** Creates missing resources. `field` identifies them, and `among` filters the existing ones. */
export async function complete<Field extends string>(
  { call, list }: Operator,
  [listing, making]: [string, string],
  field: Field,
  wanted: readonly (Input & Record<Field, string>)[],
  among: Input = {},
): Promise<void> {
  const known = new Set((await list(listing, among)).map((row) => row[field]))
  for (const item of wanted) if (!known.has(item[field])) await call(making, item)
}

/** Whether the brand has a resource of which there is at most one. */
export async function isThere({ call }: Operator, reading: string): Promise<boolean> {
  try {
    await call(reading)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return false
    throw error
  }
}

export async function idsByName({ list }: Operator, listing: string): Promise<Map<unknown, string>> {
  return new Map((await list(listing)).map(({ id, name }) => [name, id]))
}

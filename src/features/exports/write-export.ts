import { randomUUID } from 'node:crypto'
import type { Brand, Services } from '../../kernel/context.ts'
import { assertUndamaged } from '../../kernel/damage.ts'
import { jobContext } from '../../kernel/job-context.ts'
import type { Job } from '../../kernel/jobs.ts'
import { rowChunks } from '../../kernel/row-chunks.ts'
import { ApiError } from '../../lib/errors.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import { toUnavailableError } from '../../stores/store-errors.ts'
import { type PromptNames, selected, toCsvCells } from './columns.ts'
import { deleteParts, partsOf } from './delete-parts.ts'
import { exportQueue, periodOf, type StoredExport } from './export.ts'
import { formats } from './formats.ts'
import { exportKinds } from './kinds/index.ts'
import type { ExportKind, Source } from './kinds/kind.ts'
import { type Attempt, AttemptSupersededError, type PartWriter, partWriter } from './part-writer.ts'
import { readPromptNames } from './prompt-names.ts'

/** Approximate memory per export; a file part has the same size. */
const chunkSize = { rows: 20_000, bytes: 16_000_000 }

/** Query timeout, longer than that of requests. */
const timeoutSeconds = 300

/**
 * Writes the file of an export in chunks, with constant memory. Rows come from one reading version and from
 * batches up to one; if the data has changed at the end, the export starts again. After a crash, another
 * process repeats the job and ignores the parts of the killed attempt.
 */
export const writeExport: Job<{ export_id: string }> = {
  queue: exportQueue,
  concurrency: 2,
  perWorkspace: 1,
  async run(services, { export_id: id }, signal) {
    const stored = await begin(services, id)
    if (stored === undefined) return
    const attempt = { id, run: stored.run as string }
    try {
      await write(services, stored, attempt, signal)
    } catch (error) {
      if (error instanceof AttemptSupersededError) return
      if (signal.aborted || services.closing.aborted) throw error
      const isRefused = error instanceof ApiError && error.code !== 'internal_error'
      if (isRefused) return fail(services, attempt, error.message)
      const transient = transientProblem(error)
      if (transient === undefined) services.log.error({ err: error, export: id }, 'export failed')
      else if (await hasTriesLeft(services, attempt, transient.most)) throw error
      await fail(services, attempt, transient?.problem ?? 'internal error')
    }
  },
}

/** Starts an attempt. Undefined if there is nothing to do. */
async function begin({ db }: Services, id: string): Promise<StoredExport | undefined> {
  const run = randomUUID()
  const stored = await db
    .updateTable('exports')
    .set({ state: 'working', run, rows: 0, bytes: 0, done: 0, total: null })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'working'])
    .returningAll()
    .executeTakeFirst()
  // Parts of earlier attempts are obsolete, and those attempts can no longer write.
  if (stored !== undefined) await deleteParts(db, partsOf(id, run))
  return stored
}

/** Answers were reread or erased during the export. */
class StateChanged extends Error {}

/** Maximum attempts and message for a temporary error. Undefined for other errors. */
function transientProblem(error: unknown): { most: number; problem: string } | undefined {
  if (error instanceof StateChanged) return { most: 30, problem: `${error.message}; create the export again later` }
  // The retries take some minutes, in which a restarted store is available again.
  const problem = 'the database did not respond in time in several attempts; export a shorter period'
  return toUnavailableError(error) === undefined ? undefined : { most: 6, problem }
}

/** Counts a failed attempt. @returns whether to retry; true if the attempt was superseded */
async function hasTriesLeft({ db }: Services, { id, run }: Attempt, most: number): Promise<boolean> {
  const counted = await db
    .updateTable('exports')
    .set((eb) => ({ failures: eb('failures', '+', 1) }))
    .where('id', '=', id)
    .where('run', '=', run)
    .returning('failures')
    .executeTakeFirst()
  return counted === undefined || counted.failures < most
}

async function write(services: Services, stored: StoredExport, attempt: Attempt, signal: AbortSignal): Promise<void> {
  const ctx = await jobContext(services, 'write-export', stored.brand_id)
  if (ctx === undefined) throw new AttemptSupersededError()
  const kind = exportKinds[stored.kind]
  assertUndamaged(services, kind, ctx.brand)
  if (ctx.brand.data_unstable) throw new StateChanged('answers of the brand are being erased')
  const source = await kind.open(ctx, { ...stored.filters, ...periodOf(stored) })
  const prompts = kind.hasPrompts ? await readPromptNames(services, ctx.brand) : new Map()
  const writer = partWriter(ctx, attempt)
  const rows = await writeRows({ services, stored, kind, source, prompts, writer, signal })
  await finish(services, attempt, ctx.brand, rows, writer.written())
}

interface Writing {
  services: Services
  stored: StoredExport
  kind: ExportKind
  source: Source
  prompts: ReadonlyMap<number, PromptNames>
  writer: PartWriter
  signal: AbortSignal
}

/** @returns the number of rows in the file */
async function writeRows({ services, stored, kind, source, prompts, writer, signal }: Writing): Promise<number> {
  const { clickhouse } = services
  const format = formats[stored.format]
  const join = format.join()
  const { table } = kind
  const from = table === undefined ? source.rows(sql`true`, []) : sql`${sql.raw(table.name)} WHERE ${source.belongs}`
  const [counted] = await clickhouse.query<{ total: string }>(sql`SELECT count() AS total FROM ${from}`, timeoutSeconds)
  const total = Number(counted?.total ?? 0)
  let done = 0
  const add = async (rows: Sql, numbers: Iterable<number>, isHead = false) => {
    const names = { ...source, prompts: only(prompts, numbers) }
    const typed = sql`SELECT ${selected(kind.columns, names)} FROM ${rows}`
    const statement = format.hasCells ? sql`SELECT ${toCsvCells(kind.columns)} FROM (${typed})` : typed
    const part = await clickhouse.file(statement, isHead ? format.head : format.body, timeoutSeconds)
    await writer.write(join.add(part))
    await writer.note({ rows: join.rows(), done, total })
  }
  await add(source.rows(sql`false`, []), [], true)
  const more = kind.hasPrompts ? sql`, prompt` : sql``
  if (table === undefined) {
    done = total
    await add(source.rows(sql`true`, []), [])
    await writer.write(join.end())
    return join.rows()
  }
  const chunks = rowChunks(services, table, source.belongs, chunkSize, timeoutSeconds, more)
  for await (const { condition, rows } of chunks) {
    signal.throwIfAborted()
    services.closing.throwIfAborted()
    done += rows.length
    await add(source.rows(condition, rows), kind.hasPrompts ? rows.map(promptOf) : [])
  }
  await writer.write(join.end())
  return join.rows()
}

const promptOf = (row: Record<string, unknown>) => Number(row.prompt)

/** Only the prompts of a chunk, as the query would otherwise list all prompts. */
const only = (prompts: ReadonlyMap<number, PromptNames>, numbers: Iterable<number>) =>
  new Map(
    [...new Set(numbers)].flatMap((number) => {
      const names = prompts.get(number)
      return names === undefined ? [] : [[number, names] as const]
    }),
  )

/** Completes the export, unless its source data has changed. */
async function finish(
  { db, config, now }: Services,
  { id, run }: Attempt,
  brand: Brand,
  rows: number,
  bytes: number,
): Promise<void> {
  const at = now()
  await db.transaction().execute(async (transaction) => {
    const locked = await transaction
      .selectFrom('brands')
      .select(['reading_version', 'erasures', 'data_unstable'])
      .where('id', '=', brand.id)
      .forShare()
      .executeTakeFirst()
    if (locked === undefined) throw new AttemptSupersededError()
    const { reading_version, erasures, data_unstable } = locked
    if (reading_version !== brand.reading_version || erasures !== brand.erasures || data_unstable)
      throw new StateChanged('answers of the brand were reread or erased during the export')
    const finished = await transaction
      .updateTable('exports')
      .set({
        state: 'completed',
        rows,
        bytes,
        finished_at: at,
        expires_at: new Date(at.getTime() + config.EXPORT_RETENTION_DAYS * 86_400_000),
      })
      .where('id', '=', id)
      .where('run', '=', run)
      .where('state', '=', 'working')
      .executeTakeFirst()
    if (finished.numUpdatedRows !== 1n) throw new AttemptSupersededError()
  })
}

async function fail({ db, now }: Services, { id, run }: Attempt, problem: string): Promise<void> {
  const failed = await db
    .updateTable('exports')
    .set({ state: 'failed', problem, rows: 0, bytes: 0, finished_at: now() })
    .where('id', '=', id)
    .where('run', '=', run)
    .executeTakeFirst()
  if (failed.numUpdatedRows === 1n) await deleteParts(db, partsOf(id))
}

import { createHash } from 'node:crypto'
import { z } from 'zod'
import { cacheByDataVersion } from '../../../kernel/brand-facts.ts'
import type { Brand, BrandContext, Services } from '../../../kernel/context.ts'
import type { ListRule } from '../../../kernel/operation.ts'
import { invalidCursor } from '../../../lib/errors.ts'
import type { Sql } from '../../../stores/clickhouse-sql.ts'
import { brandEntity, entitiesOfReading } from '../../answers/index.ts'
import { type Counts, countAnswers, noAnswers, type Snapshot } from '../count-answers.ts'
import type { Entity } from '../metrics.ts'
import { type Period, periodSchema, previousPeriod, resolvePeriod } from '../period.ts'
import { type FilterInput, readFilters } from './filters.ts'

/** The position in computed rows. All pages show the state of the first. */
const viewPosition = z.object({
  offset: z.int().min(0),
  period: periodSchema,
  version: z.int(),
  seq: z.int(),
  /** Last competitor number on the first page, and the inactive competitors. */
  last_entity: z.int(),
  switched_off: z.array(z.int()),
  /** Last prompt number on the first page. */
  last_prompt: z.int(),
  /** Detects changes of state that the position does not contain. */
  fingerprint: z.string(),
})
export type ViewPosition = z.output<typeof viewPosition>

/** Computed rows with offset paging within the state of the first page. */
export const computedRows: ListRule<typeof viewPosition> = { position: viewPosition, defaultLimit: 20 }

/** Computed rows; all in one response unless a limit is given. */
export const allComputedRows: ListRule<typeof viewPosition> = { position: viewPosition, defaultLimit: null }

/** A state of the brand's answers with filters. Every metric is computed from a view. */
export interface View {
  snapshot: Snapshot
  period: Period
  /** The previous period, if a comparison is requested. */
  previous: Period | undefined
  condition: Sql
  /** The brand and its active competitors. */
  entities: Entity[]
  /** Whether the readings mention only these entities. */
  onlyActive: boolean
  /** First row of the page. */
  offset: number
  at(offset: number): ViewPosition
}

export interface ViewInput extends FilterInput {
  start_date?: string | undefined
  end_date?: string | undefined
  compare_to_previous?: boolean | undefined
}

/**
 * Opens the view of a request, or continues the view of the previous page.
 * @throws ApiError invalid_request for invalid filters; invalid_cursor if history was reread or erased, or if
 * filtered prompts or entity names changed
 */
export async function openView(ctx: BrandContext, input: ViewInput, after: ViewPosition | undefined): Promise<View> {
  return (await openViewWith(ctx, input, after, async () => null)).view
}

/**
 * Opens a view that also reads other stored data.
 * @param readMore reads it, up to the given prompt number
 * @throws ApiError as `openView`, and invalid_cursor if that data changed since the previous page
 */
export async function openViewWith<T>(
  ctx: BrandContext,
  input: ViewInput,
  after: ViewPosition | undefined,
  readMore: (lastPrompt: number) => Promise<T>,
): Promise<{ view: View; more: T }> {
  const { services, brand } = ctx
  if (after !== undefined && (after.version !== brand.reading_version || brand.data_unstable)) throw invalidCursor()
  const period = after?.period ?? resolvePeriod(input, services.now())
  const lastPrompt = after?.last_prompt ?? brand.last_prompt
  const snapshot = { brandId: brand.id, version: brand.reading_version, seq: after?.seq ?? brand.ingest_seq }
  const [{ condition, prompts }, { competitors, read }, more] = await Promise.all([
    readFilters(services, brand, input, lastPrompt),
    cacheByDataVersion(services, brand, 'names', () => readNames(services, brand)),
    readMore(lastPrompt),
  ])
  const lastEntity = after?.last_entity ?? competitors.at(-1)?.number ?? brandEntity
  const switchedOff = after?.switched_off ?? competitors.filter((row) => !row.is_active).map((row) => row.number)
  const off = new Set(switchedOff)
  const active = competitors.filter(({ number }) => number <= lastEntity && !off.has(number))
  const entities: Entity[] = [
    { number: brandEntity, id: brand.id, name: brand.name, isOurBrand: true, isRead: true },
    ...active.map(({ number, id, name }) => ({
      number,
      id,
      name,
      isOurBrand: false,
      isRead: read.has(number),
    })),
  ]
  const state = fingerprint(prompts, entities, [brand.erasures, more])
  if (after !== undefined && after.fingerprint !== state) throw invalidCursor()
  const view: View = {
    snapshot,
    period,
    previous: input.compare_to_previous === true ? previousPeriod(period) : undefined,
    condition,
    entities,
    onlyActive: [...read].every((number) => entities.some((entity) => entity.number === number)),
    offset: after?.offset ?? 0,
    at: (offset) => ({
      offset,
      period,
      version: snapshot.version,
      seq: snapshot.seq,
      last_entity: lastEntity,
      switched_off: switchedOff,
      last_prompt: lastPrompt,
      fingerprint: state,
    }),
  }
  return { view, more }
}

async function readNames(services: Services, brand: Brand) {
  const [competitors, entities] = await Promise.all([
    services.db
      .selectFrom('competitors')
      .select(['number', 'id', 'name', 'is_active'])
      .where('brand_id', '=', brand.id)
      .orderBy('number')
      .execute(),
    entitiesOfReading(services, brand.id, brand.reading_version),
  ])
  return { competitors, read: new Set(entities.map((entity) => entity.number)) }
}

function fingerprint(prompts: readonly number[][], entities: readonly Entity[], more: unknown): string {
  const names = entities.map(({ number, name }) => [number, name])
  return createHash('sha256')
    .update(JSON.stringify([prompts, names, more]))
    .digest('base64url')
    .slice(0, 22)
}

export function pageOf<T>(
  view: View,
  rows: readonly T[],
  limit: number,
): { rows: T[]; next: ViewPosition | undefined } {
  const end = view.offset + limit
  return { rows: rows.slice(view.offset, end), next: end < rows.length ? view.at(end) : undefined }
}

export async function countGroups(
  { services }: BrandContext,
  view: View,
  period: Period,
  grouping?: Sql,
  options: { condition?: Sql; timeoutSeconds?: number } = {},
): Promise<Map<string, Counts>> {
  const active = view.entities.filter((entity) => entity.isRead).map((entity) => entity.number)
  const { condition = view.condition, timeoutSeconds } = options
  const counting = { grouping, timeoutSeconds, onlyActive: view.onlyActive }
  return countAnswers(services, view.snapshot, period, condition, active, counting)
}

export async function countAll(ctx: BrandContext, view: View, period: Period): Promise<Counts> {
  return (await countGroups(ctx, view, period)).get('') ?? noAnswers()
}

import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import { personOf } from '../../kernel/actor.ts'
import type { BrandContext } from '../../kernel/context.ts'
import { assertUndamaged } from '../../kernel/damage.ts'
import { defineChange } from '../../kernel/operation.ts'
import { checkScopeOf } from '../../kernel/permissions.ts'
import { conflict } from '../../lib/errors.ts'
import type { Tables } from '../../stores/postgres-schema.ts'
import { type Period, resolvePeriod } from '../visibility/index.ts'
import { checkSize } from './check-size.ts'
import { exportQueue, exportSchema, serializeExport } from './export.ts'
import {
  checkFilters,
  type ExportFilters,
  exportPeriodFields,
  filterFields,
  givenFilters,
} from './export-filters.ts'
import { exportFormats } from './formats.ts'
import { exportKindNames, exportKinds } from './kinds/index.ts'

/** So many exports of one workspace may wait or be written. */
const maxOpen = 10

export const createExport = defineChange({
  name: 'create-export',
  summary: 'Have what was observed of the brand written into a file, in full',
  description:
    'It is written in the background: get-export shows how far it is. Its file is there at `…/file` of the export once its ' +
    'status is `completed`. Kinds other than answers and mentions also need the scope that reads the same: citations `read:citations`, visits ' +
    '`read:website`. Answers, mentions and citations take topic_id, engine, country, tag_id, tag_match_mode and prompt_id, answers also ' +
    'outcome; visits take bot_category and crawler. `docs/exports.md` of the program describes the columns.',
  on: 'brand',
  access: 'read:prompts',
  role: 'viewer',
  http: {
    method: 'POST',
    path: '/v1/brands/{brand_id}/exports',
    limit: 'write',
    body: ['kind', 'format', ...Object.keys(exportPeriodFields), ...Object.keys(filterFields)],
  },
  fields: {
    kind: z.enum(exportKindNames).describe('What is exported'),
    format: z.enum(exportFormats).default('parquet').describe('What the file is'),
    ...exportPeriodFields,
    ...filterFields,
  },
  data: exportSchema,
  async prefetch({ ctx, input }): Promise<{ filters: ExportFilters; period: Period }> {
    const { services, brand, actor } = ctx
    const kind = exportKinds[input.kind]
    checkScopeOf(actor, kind.scope)
    assertUndamaged(services, kind, brand)
    const filters = givenFilters(input)
    checkFilters(input.kind, kind.filters, filters)
    const period = resolvePeriod(input, services.now())
    // Whether there are such topics, tags and prompts is told now, and not when it is written.
    await kind.open(ctx, { ...filters, ...period })
    return { filters, period }
  },
  async change({ ctx, input, transaction, prefetched: { filters, period } }) {
    const { services, brand } = ctx
    await checkOpen(ctx, transaction)
    await checkSize(ctx, transaction)
    const stored = await transaction
      .insertInto('exports')
      .values({
        id: randomUUID(),
        brand_id: brand.id,
        person_id: personOf(ctx.actor),
        kind: input.kind,
        format: input.format,
        filters: JSON.stringify(filters),
        ...period,
        state: 'waiting',
        created_at: services.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const job = { export_id: stored.id, brand_id: brand.id }
    await services.jobs.enqueue(exportQueue, job, { key: stored.id, transaction })
    const data = serializeExport(stored)
    const after = { id: data.id, kind: data.kind, format: data.format, period, filters }
    return { data, audit: { before: null, after } }
  },
})

/** @throws ApiError conflict */
async function checkOpen({ workspace }: BrandContext, transaction: Transaction<Tables>): Promise<void> {
  const { open } = await transaction
    .selectFrom('exports')
    .innerJoin('brands', 'brands.id', 'exports.brand_id')
    .select((eb) => eb.fn.countAll<string>().as('open'))
    .where('brands.workspace_id', '=', workspace.id)
    .where('exports.state', 'in', ['waiting', 'working'])
    .executeTakeFirstOrThrow()
  if (Number(open) >= maxOpen)
    throw conflict(`${open} exports of the workspace are not written yet: come again once some are`)
}

import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { personOf } from '../../kernel/actor.ts'
import { assertUndamaged } from '../../kernel/damage.ts'
import { limitOpen } from '../../kernel/limit-open.ts'
import { defineChange } from '../../kernel/operation.ts'
import { checkScopeOf } from '../../kernel/permissions.ts'
import { type Period, resolvePeriod } from '../visibility/index.ts'
import { checkSize } from './check-size.ts'
import { exportQueue, exportSchema, serializeExport } from './export.ts'
import { checkFilters, type ExportFilters, exportPeriodFields, filterFields, givenFilters } from './export-filters.ts'
import { exportFormats } from './formats.ts'
import { exportKindNames, exportKinds } from './kinds/index.ts'

/** Unfinished exports per workspace. */
const maxOpen = 10

export const createExport = defineChange({
  name: 'create-export',
  summary: 'Export all collected data of a brand as one file',
  description:
    'Runs in the background: get-export shows the progress. Once the status is `completed`, the file is at `…/file` of the ' +
    'export. Requires `read:citations` for citations and `read:website` for visits. ' +
    'Answers, mentions and citations support topic_id, engine, country, tag_id, tag_match_mode and prompt_id, answers also ' +
    'outcome; visits support bot_category and crawler. `docs/exports.md` describes the columns.',
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
    kind: z.enum(exportKindNames).describe('The data to export.'),
    format: z.enum(exportFormats).default('parquet').describe('The file format.'),
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
    // Rejects unknown topics, tags and prompts now, rather than in the job.
    await kind.open(ctx, { ...filters, ...period })
    return { filters, period }
  },
  async change({ ctx, input, transaction, prefetched: { filters, period } }) {
    const { services, workspace, brand } = ctx
    const unfinished = transaction
      .selectFrom('exports')
      .innerJoin('brands', 'brands.id', 'exports.brand_id')
      .where('brands.workspace_id', '=', workspace.id)
      .where('exports.state', 'in', ['waiting', 'working'])
    const limit = { workspaceId: workspace.id, of: 'exports', max: maxOpen } as const
    await limitOpen(transaction, limit, unfinished.select('exports.id'))
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

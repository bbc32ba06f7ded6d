import { z } from 'zod'
import { defineOperation } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { serializeSource, sourceSchema, sourceVersion } from './source.ts'

export const listSources = defineOperation({
  name: 'list-sources',
  summary: 'List the sources of a workspace, newest first',
  on: 'workspace',
  access: 'operator',
  role: 'editor',
  shows: sourceVersion,
  fields: {},
  list: storedRows(null),
  data: z.array(sourceSchema),
  async run({ ctx: { services, workspace }, page }) {
    const sources = services.db.selectFrom('sources').selectAll().where('workspace_id', '=', workspace.id)
    const { rows, next } = await newestFirst(sources, 'sources', page)
    return { data: rows.map((source) => serializeSource(services, source)), next }
  },
})

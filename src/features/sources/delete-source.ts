import { defineChange, forAdmins } from '../../kernel/operation.ts'
import { notFound } from '../../lib/errors.ts'
import { serializeSource, sourceId, sourceRef, sourceSchema, sourceVersion } from './source.ts'

export const deleteSource = defineChange({
  name: 'delete-source',
  summary: 'Delete a source and its key; stops plans that use it and keeps its answers',
  ...forAdmins,
  resourceRef: sourceRef,
  changes: sourceVersion,
  fields: sourceId,
  data: sourceSchema,
  async change({ ctx: { services }, input: { source_id }, transaction }) {
    const source = await transaction
      .deleteFrom('sources')
      .where('id', '=', source_id)
      .returningAll()
      .executeTakeFirstOrThrow(() => notFound('source'))
    const data = serializeSource(services, source)
    return { data, audit: { before: data, after: null, workspaceId: source.workspace_id } }
  },
})

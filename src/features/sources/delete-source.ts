import { defineChange } from '../../kernel/operation.ts'
import { findSource, serializeSource, sourceId, sourceSchema } from './source.ts'

export const deleteSource = defineChange({
  name: 'delete-source',
  summary: 'Delete a source with its key; plans that use it stop, answers that it gave stay',
  on: 'installation',
  access: 'operator',
  role: 'none',
  fields: sourceId,
  data: sourceSchema,
  async change({ ctx: { services }, input: { source_id }, transaction }) {
    const source = await findSource(transaction, source_id)
    await transaction.deleteFrom('sources').where('id', '=', source_id).execute()
    const data = serializeSource(services, source)
    return { data, audit: { before: data, after: null, workspaceId: source.workspace_id } }
  },
})

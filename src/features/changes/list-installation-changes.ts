import { z } from 'zod'
import { defineOperation, forOperator } from '../../kernel/operation.ts'
import { storedRows } from '../../kernel/pagination.ts'
import { changeFilters, changeSchema, filterChanges, readChanges } from './read-changes.ts'

export const listInstallationChanges = defineOperation({
  name: 'list-installation-changes',
  summary: 'List account changes outside of workspaces, newest first',
  ...forOperator,
  fields: changeFilters,
  list: storedRows(null),
  data: z.array(changeSchema),
  async run({ ctx: { services }, input, page }) {
    const records = services.db.selectFrom('audit_records').selectAll().where('workspace_id', 'is', null)
    return readChanges(services, filterChanges(records, input), page)
  },
})

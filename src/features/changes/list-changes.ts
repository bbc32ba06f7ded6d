import { z } from 'zod'
import { uuid } from '../../kernel/fields.ts'
import { defineOperation, forAdmins, forOperator } from '../../kernel/operation.ts'
import { storedRows } from '../../kernel/pagination.ts'
import { accountOf, changeFilters, changeSchema, filterChanges, readChanges } from './read-changes.ts'

const declare = (name: string, summary: string) =>
  defineOperation({
    name,
    summary,
    description: 'Includes changes of members to their own accounts, and attempts to sign in to them.',
    ...forAdmins,
    fields: { of_brand_id: uuid.optional().describe('Filter by brand.'), ...changeFilters },
    list: storedRows(null),
    data: z.array(changeSchema),
    async run({ ctx: { services, workspace }, input: { of_brand_id, ...filters }, page }) {
      const members = services.db
        .selectFrom('memberships')
        .select((eb) => eb.cast<string>('person_id', 'text').as('id'))
        .where('workspace_id', '=', workspace.id)
      let records = services.db
        .selectFrom('audit_records')
        .selectAll()
        .where((eb) =>
          eb.or([
            eb('workspace_id', '=', workspace.id),
            eb.and([eb('workspace_id', 'is', null), eb(accountOf, 'in', members)]),
          ]),
        )
      if (of_brand_id !== undefined) records = records.where('brand_id', '=', of_brand_id)
      return readChanges(services, filterChanges(records, filters), page)
    },
  })

export const listChanges = declare('list-changes', 'List the activity log of a workspace, newest first')

export const listAuditRecords = declare('list-audit-records', 'Deprecated name of list-changes')

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

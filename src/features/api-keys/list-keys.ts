import { z } from 'zod'
import { defineOperation, forAdmins } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { resolveDisplayNames } from '../people/index.ts'
import { keySchema, keyVersion, serializeKey } from './api-key.ts'

export const listKeys = defineOperation({
  name: 'list-keys',
  summary: 'List the API keys of a workspace, newest first',
  ...forAdmins,
  shows: keyVersion,
  fields: {},
  list: storedRows(null),
  data: z.array(keySchema),
  async run({ ctx: { services, workspace }, page }) {
    const keys = services.db.selectFrom('api_keys').selectAll().where('workspace_id', '=', workspace.id)
    const { rows, next } = await newestFirst(keys, 'api_keys', page)
    const links = await services.db
      .selectFrom('api_key_brands')
      .innerJoin('api_keys', 'api_keys.id', 'api_key_brands.key_id')
      .select(['key_id', 'brand_id'])
      .where('workspace_id', '=', workspace.id)
      .orderBy('brand_id')
      .execute()
    const brandIds = Map.groupBy(links, (link) => link.key_id)
    const creators = rows.flatMap(({ created_by_person: id }) => (id === null ? [] : [id]))
    const person = await resolveDisplayNames(services.db, creators)
    const shown = rows.map((key) => {
      const ids = (brandIds.get(key.id) ?? []).map((link) => link.brand_id)
      const { created_by_person: creator, ...row } = serializeKey(key, ids, services.now())
      const created_by = creator === null ? row.created_by : person(creator).name
      return { ...row, created_by, created_by_person: creator }
    })
    return { data: shown, next }
  },
})

import { z } from 'zod'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { connectionSchema, connectionVersion, serializeConnection } from './connection.ts'

export const listConnections = defineOperation({
  name: 'list-connections',
  summary: 'List the connections of a brand with the state of their syncs, newest first',
  ...brandRead('read:crawler', '/connections'),
  shows: connectionVersion,
  fields: {},
  list: storedRows(null),
  data: z.array(connectionSchema),
  // Syncs change their states without a new data version.
  async facts({ ctx: { services, brand }, page }) {
    const own = services.db.selectFrom('connections').selectAll().where('brand_id', '=', brand.id)
    const { rows, next } = await newestFirst(own, 'connections', page)
    return { data: rows.map(serializeConnection), next }
  },
  run: async ({ facts }) => facts,
})

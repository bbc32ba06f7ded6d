import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { uuid } from '../../kernel/fields.ts'
import { brandRead, defineChange, defineOperation, forBrandAdmins, forEditors } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { conflict, invalidRequest, notFound } from '../../lib/errors.ts'
import { checkBaseUrl } from '../sources/index.ts'
import { connectionFields, connectionSchema, connectionVersion, serializeConnection } from './connection.ts'
import { readGoogleCredential } from './readers/google.ts'
import { readers } from './readers/readers.ts'
import { queueSync } from './sync.ts'

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

const connectionId = { connection_id: uuid }

export const createConnection = defineChange({
  name: 'create-connection',
  summary: 'Connect Search Console, Google Analytics or Bing Webmaster Tools, and sync it every day',
  description:
    'Stores the credential encrypted and never shows it. A brand can have one connection of each kind. The first sync ' +
    'reads the last 90 days, later ones the days since the last sync and the 7 before it.',
  ...forBrandAdmins,
  fields: connectionFields,
  data: connectionSchema,
  async change({ ctx: { services, brand }, input: { kind, property, credential, base_url }, transaction }) {
    const reader = readers[kind]
    if (!new RegExp(reader.property).test(property)) throw invalidRequest(`property: must be ${reader.propertyForm}`)
    if (kind !== 'bing') readGoogleCredential(credential)
    else if (!/^[\x21-\x7e]{8,200}$/.test(credential))
      throw invalidRequest('credential: must be the API key of the account')
    const baseUrl = (base_url ?? reader.baseUrl).replace(/\/+$/, '')
    checkBaseUrl(baseUrl)
    const id = randomUUID()
    const at = services.now()
    const made = await transaction
      .insertInto('connections')
      .values({
        ...{ id, brand_id: brand.id, kind, property, base_url: baseUrl, next_sync_at: at, created_at: at },
        credential: services.secrets.seal(credential, id),
      })
      .onConflict((on) => on.doNothing())
      .returningAll()
      .executeTakeFirst()
    if (made === undefined) throw conflict(`kind: the brand already has a connection of kind ${kind}; delete it first`)
    await queueSync(services, made, transaction)
    const data = serializeConnection(made)
    return { data, audit: { before: null, after: data } }
  },
})

export const syncConnection = defineChange({
  name: 'sync-connection',
  summary: 'Sync a connection now, in the background',
  ...forEditors,
  fields: connectionId,
  data: connectionSchema,
  async change({ ctx: { services, brand }, input: { connection_id: id }, transaction }) {
    const values = { state: 'waiting', next_sync_at: services.now() } as const
    const own = transaction.updateTable('connections').set(values).where('brand_id', '=', brand.id)
    const connection = await own.where('id', '=', id).returningAll().executeTakeFirst()
    if (connection === undefined) throw notFound('connection')
    await queueSync(services, connection, transaction)
    const data = serializeConnection(connection)
    return { data, audit: { before: null, after: { connection_id: id } } }
  },
})

export const deleteConnection = defineChange({
  name: 'delete-connection',
  summary: 'Delete a connection and its credential; keeps its rows',
  description: 'The first sync of a later connection of the same kind removes rows of other properties.',
  ...forBrandAdmins,
  changes: connectionVersion,
  fields: connectionId,
  data: z.object({ deleted_connection_id: z.uuid() }),
  async change({ ctx: { brand }, input: { connection_id: id }, transaction }) {
    const own = transaction.deleteFrom('connections').where('brand_id', '=', brand.id)
    const connection = await own.where('id', '=', id).returningAll().executeTakeFirst()
    if (connection === undefined) throw notFound('connection')
    const before = serializeConnection(connection)
    return { data: { deleted_connection_id: id }, audit: { before, after: null } }
  },
})

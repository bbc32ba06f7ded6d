import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Services } from '../../kernel/context.ts'
import { nameText, utcTimestamp, uuid } from '../../kernel/fields.ts'
import { defineChange, defineOperation, forBrandAdmins } from '../../kernel/operation.ts'
import { defineVersioned, fieldsExcept } from '../../kernel/versions.ts'
import { ApiError, conflict, notFound } from '../../lib/errors.ts'
import { ingestTokenLength, ingestTokenPrefix as prefix } from '../../lib/key-text.ts'
import { updatedRow } from '../../stores/postgres-rows.ts'
import type { Row } from '../../stores/postgres-schema.ts'
import { hashSecret } from '../api-keys/index.ts'

const shape = new RegExp(`^Bearer +(${prefix}[\\w-]{${ingestTokenLength}}) *$`, 'i')

type IngestToken = Row<'ingest_tokens'>

const tokenSchema = z.object({
  id: z.uuid(),
  brand_id: z.uuid(),
  name: z.string(),
  display: z.string().describe('Prefix, ellipsis and last four characters.'),
  created_at: utcTimestamp,
  revoked_at: utcTimestamp.nullable(),
})

const tokenVersion = defineVersioned('ingest token', fieldsExcept(tokenSchema))

const serializeToken = ({ id, brand_id, name, last_four, created_at, revoked_at }: IngestToken) => ({
  id,
  brand_id,
  name,
  display: `${prefix}…${last_four}`,
  created_at: created_at.toISOString(),
  revoked_at: revoked_at?.toISOString() ?? null,
})

export const createIngestToken = defineChange({
  name: 'create-ingest-token',
  summary: 'Create a token for log drains to push a brand’s bot visits; shows its secret only once',
  ...forBrandAdmins,
  secretData: ['secret'],
  fields: { name: nameText(200).describe('Purpose of the token.') },
  data: tokenSchema.extend({ secret: z.string() }),
  async change({ ctx: { services, brand }, input, transaction }) {
    const secret = prefix + randomBytes(32).toString('base64url')
    const salt = randomBytes(16)
    const row = {
      id: randomUUID(),
      brand_id: brand.id,
      name: input.name,
      salt,
      hash: hashSecret(secret, salt),
      last_four: secret.slice(-4),
      created_at: services.now(),
      revoked_at: null,
    }
    await transaction.insertInto('ingest_tokens').values(row).execute()
    return { data: { ...serializeToken(row), secret }, audit: { before: null, after: serializeToken(row) } }
  },
})

export const listIngestTokens = defineOperation({
  name: 'list-ingest-tokens',
  summary: 'List the tokens of a brand’s log drains, newest first',
  ...forBrandAdmins,
  shows: tokenVersion,
  fields: {},
  data: z.array(tokenSchema),
  async run({ ctx: { services, brand } }) {
    const tokens = services.db.selectFrom('ingest_tokens').selectAll().where('brand_id', '=', brand.id)
    return { data: (await tokens.orderBy('created_at', 'desc').orderBy('id').execute()).map(serializeToken) }
  },
})

export const revokeIngestToken = defineChange({
  name: 'revoke-ingest-token',
  summary: 'Revoke an ingest token immediately',
  ...forBrandAdmins,
  changes: tokenVersion,
  fields: { token_id: uuid },
  data: tokenSchema,
  async change({ ctx: { services, brand }, input, transaction }) {
    const tokens = transaction.selectFrom('ingest_tokens').selectAll().where('brand_id', '=', brand.id)
    const before = await tokens
      .where('id', '=', input.token_id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound('token'))
    if (before.revoked_at !== null) throw conflict('the token is already revoked')
    const after = await updatedRow(transaction, 'ingest_tokens', before.id, { revoked_at: services.now() })
    const data = serializeToken(after)
    return { data, audit: { before: serializeToken(before), after: data } }
  },
})

/** Finds the brand of the ingest token in an Authorization header. @throws ApiError invalid_token, token_revoked */
export async function findIngestToken({ db }: Services, header: string | undefined): Promise<string> {
  const secret = shape.exec(header ?? '')?.[1]
  const candidates =
    secret === undefined
      ? []
      : await db.selectFrom('ingest_tokens').selectAll().where('last_four', '=', secret.slice(-4)).execute()
  const token = candidates.find(
    ({ salt, hash }) => secret !== undefined && timingSafeEqual(hashSecret(secret, salt), hash),
  )
  if (token === undefined)
    throw new ApiError('invalid_token', `send an ingest token, as Authorization: Bearer ${prefix}…`)
  if (token.revoked_at !== null) throw new ApiError('token_revoked', 'this ingest token has been revoked')
  return token.brand_id
}

import { sql } from 'kysely'
import { z } from 'zod'
import { grantableScopes } from '../../kernel/authorization-server.ts'
import type { Services } from '../../kernel/context.ts'
import { presentedSecret } from '../../kernel/fields.ts'
import { invalidRequest } from '../../lib/errors.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import { findArtifact } from './artifacts.ts'
import { isDocument } from './clients.ts'
import { hashOf } from './hash.ts'

/** oidc-provider's name for a request that waits for consent. */
const kind = 'Interaction'

export const requestId = presentedSecret(100).describe('The request parameter of the page URL.')

/** The app that makes a request, as far as known. */
export interface RequestingClient {
  id: string
  name: string
  /** Target of the redirect. */
  place: string
}

const payloadSchema = z.object({
  client: z.object({ id: z.string(), name: z.string(), place: z.string() }),
  params: z.object({ scope: z.string() }),
  result: z.unknown().optional(),
})

/** Stores the requesting app with its request, for the consent page. */
export async function saveRequestingClient({ db }: Services, request: string, client: RequestingClient): Promise<void> {
  await addTo(db, request, { client })
}

/**
 * @param transaction the answering one: a concurrent answer waits and then finds the request answered
 * @throws ApiError invalid_request if the request was answered or has expired
 */
export async function findRequest(services: Services, request: string, transaction?: PostgresLike) {
  if (transaction !== undefined)
    await transaction
      .selectFrom('oauth_artifacts')
      .where('kind', '=', kind)
      .where('id_hash', '=', hashOf(request))
      .select('kind')
      .forUpdate()
      .execute()
  const found = await findArtifact(transaction === undefined ? services : { db: transaction }, kind, request)
  const isOpen = found !== undefined && found.expires_at > services.now()
  const payload = isOpen ? payloadSchema.safeParse(found.payload).data : undefined
  if (payload === undefined || payload.result !== undefined)
    throw invalidRequest('request_id: already answered or expired; start again in the app')
  const asked = payload.params.scope.split(' ')
  return { client: payload.client, scopes: grantableScopes.filter((scope) => asked.includes(scope)) }
}

/** Stores the decision, with which the requesting browser continues. */
export const answerRequest = (
  transaction: PostgresLike,
  request: string,
  result: { login: { accountId: string }; consent: { grantId: string } } | { error: 'access_denied' },
): Promise<void> => addTo(transaction, request, { result })

async function addTo(db: PostgresLike, request: string, more: object): Promise<void> {
  await db
    .updateTable('oauth_artifacts')
    .set({ payload: sql`payload || ${JSON.stringify(more)}::jsonb` })
    .where('kind', '=', kind)
    .where('id_hash', '=', hashOf(request))
    .execute()
}

/** Invisible characters, with which two names could look alike. */
const invisible = /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/** The name to show for an app: its own, or the host of its metadata document. */
export function nameOf(clientId: string, name: string | undefined, place: string): string {
  const seen = name?.replace(invisible, '').replace(/\s+/g, ' ').trim() ?? ''
  if (seen !== '') return seen
  return isDocument(clientId) ? new URL(clientId).host : place
}

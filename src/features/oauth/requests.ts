import { sql } from 'kysely'
import { z } from 'zod'
import { grantableScopes } from '../../kernel/authorization-server.ts'
import type { Services } from '../../kernel/context.ts'
import { presentedSecret } from '../../kernel/fields.ts'
import type { Scope } from '../../kernel/scopes.ts'
import { invalidRequest } from '../../lib/errors.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import { findArtifact } from './artifacts.ts'
import { isDocument } from './clients.ts'
import { hashOf } from './hash.ts'

/** What oidc-provider calls a request that waits for somebody's answer. */
const kind = 'Interaction'

export const requestId = presentedSecret(100).describe('What stands in the address of the page')

/** Who asks, as far as can be told. */
export interface RequestingClient {
  id: string
  name: string
  /** Where the answer goes. */
  place: string
}

/** A program that waits to be let in. */
export interface AuthorizationRequest {
  client: RequestingClient
  scopes: Scope[]
}

const payloadSchema = z.object({
  client: z.object({ id: z.string(), name: z.string(), place: z.string() }),
  params: z.object({ scope: z.string() }),
  result: z.unknown().optional(),
})

/** Keeps with a request who has made it, for those who are asked. */
export async function saveRequestingClient(
  { db }: Services,
  request: string,
  client: RequestingClient,
): Promise<void> {
  await addTo(db, request, { client })
}

/**
 * @param transaction that answers it: whoever answers at the same time waits, and finds that it has been answered
 * @throws ApiError invalid_request where it has been answered, or nobody has for too long
 */
export async function findRequest(
  services: Services,
  request: string,
  transaction?: PostgresLike,
): Promise<AuthorizationRequest> {
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
    throw invalidRequest('request_id: it has been answered, or its time is over: begin again in the program')
  const asked = payload.params.scope.split(' ')
  return { client: payload.client, scopes: grantableScopes.filter((scope) => asked.includes(scope)) }
}

/** Writes down what has been decided: the browser that made the request goes on with it. */
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

/** What nobody sees: with it, two names would look alike. */
const unseen = /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/** What people may call a program by: its own name, or the host of the document that describes it. */
export function nameOf(clientId: string, name: string | undefined, place: string): string {
  const seen = name?.replace(unseen, '').replace(/\s+/g, ' ').trim() ?? ''
  if (seen !== '') return seen
  return isDocument(clientId) ? new URL(clientId).host : place
}

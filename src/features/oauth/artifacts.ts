import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Services } from '../../kernel/context.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import { findRow } from '../../stores/postgres-rows.ts'
import { endConnection } from './connections.ts'
import { hashOf } from './hash.ts'

/** PostgreSQL error: a referenced row does not exist. */
const foreignKeyViolation = '23503'

/** How to handle the reuse of a single-use token. */
export interface ReuseOutcome {
  spent(): Error
  /** Whether to return the response of the first use. */
  mayRepeat?(id: string, usedAt: Date): Promise<boolean>
}

/** Stores codes, tokens and requests under the hash of their secret. */
export const storedArtifacts = (
  services: Services,
  kind: string,
  { spent, mayRepeat = async () => false }: ReuseOutcome,
): Partial<Adapter> => ({
  async upsert(id, payload, expiresIn = 0) {
    const { jti: _jti, returnTo: _returnTo, grantId, ...kept } = payload
    const row = {
      payload: JSON.stringify(kept),
      connection_id: grantId ?? null,
      expires_at: new Date(services.now().getTime() + expiresIn * 1000),
    }
    try {
      await services.db
        .insertInto('oauth_artifacts')
        .values({ kind, id_hash: hashOf(id), ...row })
        .onConflict((on) => on.columns(['kind', 'id_hash']).doUpdateSet(row))
        .execute()
    } catch (error) {
      // The connection was ended concurrently.
      if ((error as { code?: string }).code === foreignKeyViolation) throw spent()
      throw error
    }
  },
  async find(id) {
    const found = await findArtifact(services, kind, id)
    if (found === undefined || found.expires_at <= services.now()) return undefined
    const { consumed_at: usedAt } = found
    const isOpen = usedAt === null || (await mayRepeat(id, usedAt))
    return {
      ...(found.payload as AdapterPayload),
      jti: id,
      ...(found.connection_id === null ? {} : { grantId: found.connection_id }),
      ...(isOpen ? {} : { consumed: Math.floor(usedAt.getTime() / 1000) }),
    }
  },
  async consume(id) {
    const used = await services.db
      .updateTable('oauth_artifacts')
      .set({ consumed_at: services.now() })
      .where('kind', '=', kind)
      .where('id_hash', '=', hashOf(id))
      .where('consumed_at', 'is', null)
      .executeTakeFirst()
    if (used.numUpdatedRows === 1n) return
    const { connection_id = null, consumed_at = null } = (await findArtifact(services, kind, id)) ?? {}
    if (consumed_at !== null && (await mayRepeat(id, consumed_at))) return
    // Concurrent uses: one of the holders is not the rightful one.
    if (connection_id !== null) await endConnection(services.db, connection_id)
    throw spent()
  },
  async destroy(id) {
    await services.db.deleteFrom('oauth_artifacts').where('kind', '=', kind).where('id_hash', '=', hashOf(id)).execute()
  },
  async revokeByGrantId(grantId) {
    await services.db
      .deleteFrom('oauth_artifacts')
      .where('kind', '=', kind)
      .where('connection_id', '=', grantId)
      .execute()
  },
})

/** Finds a code, token or request by its secret, even if expired. */
export const findArtifact = ({ db }: { db: PostgresLike }, kind: string, id: string) =>
  findRow(db, 'oauth_artifacts', { kind, id_hash: hashOf(id) })

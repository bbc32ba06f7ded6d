import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Services } from '../../kernel/context.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import { endConnection } from './connections.ts'
import { hashOf } from './hash.ts'

/** PostgreSQL: what a row refers to is not there. */
const foreignKeyViolation = '23503'

/** What comes of something that is used a second time. */
export interface ReuseOutcome {
  spent(): Error
  /** Whether it is answered like the first use. */
  mayRepeat?(id: string, usedAt: Date): Promise<boolean>
}

/** Where codes, tokens and requests are kept. What their holder has is stored as a hash, and nowhere else. */
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
      // The connection has been ended meanwhile.
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
    // Two came with it at once: one of them is not who it was made for.
    if (connection_id !== null) await endConnection(services.db, connection_id)
    throw spent()
  },
  async destroy(id) {
    await services.db
      .deleteFrom('oauth_artifacts')
      .where('kind', '=', kind)
      .where('id_hash', '=', hashOf(id))
      .execute()
  },
  async revokeByGrantId(grantId) {
    await services.db
      .deleteFrom('oauth_artifacts')
      .where('kind', '=', kind)
      .where('connection_id', '=', grantId)
      .execute()
  },
})

/** A code, token or request by what its holder has, also where its time is over. */
export const findArtifact = ({ db }: { db: PostgresLike }, kind: string, id: string) =>
  db
    .selectFrom('oauth_artifacts')
    .selectAll()
    .where('kind', '=', kind)
    .where('id_hash', '=', hashOf(id))
    .executeTakeFirst()

import type { PostgresLike } from '../../stores/postgres.ts'
import { inList } from '../../stores/postgres-rows.ts'

/** A person as other members see them. */
export interface NamedPerson {
  id: string
  name: string
  /** Null if the person was erased. */
  email: string | null
}

/** Shown instead of the name of an erased person. */
export const erasedPerson = 'an erased person'

/** Resolves person ids to current names. Other tables store only ids. */
export async function resolveDisplayNames(
  db: PostgresLike,
  ids: Iterable<string>,
): Promise<(id: string) => NamedPerson> {
  const distinct = [...new Set(ids)]
  const people = db.selectFrom('people').select(['id', 'name', 'email'])
  const found = distinct.length === 0 ? [] : await people.where(inList('id', distinct, 'uuid')).execute()
  const byId = new Map(found.map((person) => [person.id, person]))
  return (id) => byId.get(id) ?? { id, name: erasedPerson, email: null }
}

import type { PostgresLike } from '../../stores/postgres.ts'
import { inList } from '../../stores/postgres-rows.ts'

/** Somebody as others are shown them. */
export interface NamedPerson {
  id: string
  name: string
  /** Null once they have been erased. */
  email: string | null
}

/** What stands in place of the name of somebody whose account is gone. */
export const erasedPerson = 'an erased person'

/** Names people by their ids, as they are called now: what is stored of others' doings holds ids alone. */
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

import { useDraft } from './use-draft.ts'

/** The form state of an existing resource, as returned by `useEdit`. */
export type Edit<T extends Values> = ReturnType<typeof useEdit<T>>

/** Form field values, as inputs hold them. */
export type Values = Readonly<Record<string, string | boolean | readonly (string | object)[]>>

/**
 * The form of an existing resource. The draft stores the version that it started from, so that saving never
 * overwrites another member’s change.
 * @param name form name with the id of what it changes
 * @param shown current field values on the server
 * @param version current version on the server
 * @param secrets fields that are never stored
 */
export function useEdit<T extends Values>(
  name: string,
  shown: T,
  version: string | undefined,
  secrets: readonly (keyof T)[] = [],
) {
  const { draft, change, forget, clear } = useDraft<{ typed: Partial<T>; version: string }>(
    name,
    { typed: {}, version: '' },
    ({ typed, ...rest }) => ({ ...rest, typed: without(typed, secrets) }),
  )
  const isTouched = Object.keys(draft.typed).length > 0
  const values: T = { ...shown, ...draft.typed }
  const changed = Object.keys(shown).filter((field) => !isSame(values[field], shown[field])) as (keyof T & string)[]
  return {
    values,
    shown,
    /** Whether the resource changed after the draft started. */
    isBehind: isTouched && version !== undefined && draft.version !== version,
    /** Fields that differ from the server’s values. */
    changed,
    changes: Object.fromEntries(changed.map((field) => [field, values[field]])) as Partial<T>,
    /** The version that the draft started from, for `useWrite`. Undefined for a new resource. */
    version: isTouched && version !== undefined ? draft.version : version,
    set: (typed: Partial<T>) =>
      change({
        typed: { ...draft.typed, ...typed },
        version: isTouched ? draft.version : (version ?? ''),
      }),
    /** Keeps the draft over the newer version. */
    keep: () => change({ version: version ?? '' }),
    forget,
    clear: () => clear(),
  }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const without = <T extends object>(typed: Partial<T>, fields: readonly (keyof T)[]) =>
  Object.fromEntries(Object.entries(typed).filter(([field]) => !fields.includes(field as keyof T))) as Partial<T>

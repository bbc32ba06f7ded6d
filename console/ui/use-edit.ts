import { useDraft } from './use-draft.ts'

/** A form of something that was read, as `useEdit` holds it. */
export type Edit<T extends Values> = ReturnType<typeof useEdit<T>>

/** Values of a form’s fields, as its inputs hold them. */
export type Values = Readonly<Record<string, string | boolean | readonly (string | object)[]>>

/**
 * The form of something that was read. What is typed is a draft that remembers which version it began with, so that what
 * somebody else has changed since is not overwritten.
 * @param name of the form and the id of what it changes
 * @param shown its fields as the server has them now
 * @param version of what the server has now
 * @param secrets its fields that are kept nowhere
 */
export function useEdit<T extends Values>(
  name: string,
  shown: T,
  version: string | undefined,
  secrets: readonly (keyof T)[] = [],
) {
  const { draft, change, clear } = useDraft<{ typed: Partial<T>; version: string }>(
    name,
    { typed: {}, version: '' },
    ({ typed, ...rest }) => ({ ...rest, typed: without(typed, secrets) }),
  )
  const isTouched = Object.keys(draft.typed).length > 0
  const values: T = { ...shown, ...draft.typed }
  return {
    values,
    /** Its fields as the server has them. */
    shown,
    /** Whether somebody else has changed it since it was typed into. */
    isBehind: isTouched && draft.version !== version,
    /** The fields that differ from what the server has. */
    changed: Object.keys(shown).filter((field) => !isSame(values[field], shown[field])) as (keyof T &
      string)[],
    /** For `useWrite`: what the draft began with. */
    version: isTouched ? draft.version : version,
    set: (typed: Partial<T>) =>
      change({
        typed: { ...draft.typed, ...typed },
        version: isTouched ? draft.version : (version ?? ''),
      }),
    /** What was typed stands, over what has come since. */
    keep: () => change({ version: version ?? '' }),
    clear: () => clear(),
  }
}

/** Lists as well are values. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const without = <T extends object>(typed: Partial<T>, fields: readonly (keyof T)[]) =>
  Object.fromEntries(
    Object.entries(typed).filter(([field]) => !fields.includes(field as keyof T)),
  ) as Partial<T>

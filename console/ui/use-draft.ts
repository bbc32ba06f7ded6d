import { useState } from 'react'

const prefix = 'sightline-draft:'
const ownerKey = 'sightline-drafts-of'

/**
 * Form input, kept in this tab across reloads, expired sessions and navigation. Never for secrets.
 * @param name form name with the id of what it edits, such as a brand id
 * @param initial fields before any input; drafts with other fields are from an older form and are discarded
 * @param kept the part of a draft to store
 */
export function useDraft<T extends object>(name: string, initial: T, kept = (draft: T) => draft) {
  const key = `${prefix}${name}`
  const [draft, setDraft] = useState<T>(() => stored(key, initial) ?? initial)
  const change = (changed: Partial<T>) => {
    const next = { ...draft, ...changed }
    setDraft(next)
    sessionStorage.setItem(key, JSON.stringify(kept(next)))
  }
  /** Forgets the draft for the next visit, but shows it until the form closes or is cleared. */
  const forget = () => sessionStorage.removeItem(key)
  const clear = (fresh: T = initial) => {
    forget()
    setDraft(fresh)
  }
  return { draft, change, forget, clear }
}

function stored<T extends object>(key: string, initial: T): T | undefined {
  const text = sessionStorage.getItem(key)
  if (text === null) return undefined
  try {
    const draft = JSON.parse(text) as T
    const fields = (one: object) => Object.keys(one).sort().join()
    return fields(draft) === fields(initial) ? draft : undefined
  } catch {
    return undefined
  }
}

/** Unsaved input of all forms in this tab, one text per form, for when the forms are no longer shown. */
export function unsavedTexts(): string[] {
  return Object.keys(sessionStorage)
    .filter((key) => key.startsWith(prefix))
    .sort()
    .flatMap((key) => textOf(sessionStorage.getItem(key) ?? '') ?? [])
}

/** The text fields of a draft, one per line. Omits choices and ids, which are not typed. */
function textOf(draft: string): string | undefined {
  const values = (value: unknown): string[] => {
    if (typeof value === 'string')
      return /^\s*$|^[0-9a-f]{8}(-[0-9a-f]{4}){3}-|^[a-z]+(_[a-z]+)+$/.test(value) ? [] : [value]
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(values) : []
  }
  try {
    const { version: _, ...typed } = JSON.parse(draft) as Record<string, unknown>
    const lines = values(typed)
    return lines.length === 0 ? undefined : lines.join('\n')
  } catch {
    return undefined
  }
}

/**
 * Deletes drafts when another person signs in or the user signs out.
 * @param personId the signed-in person; undefined after signing out
 */
export function clearOtherDrafts(personId: string | undefined): void {
  if (personId !== undefined && sessionStorage.getItem(ownerKey) === personId) return
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  sessionStorage.setItem(ownerKey, personId ?? '')
}

import { useState } from 'react'

const prefix = 'sightline-draft:'
const ownerKey = 'sightline-drafts-of'

/**
 * What is typed into a form, kept in this tab through a reload, an ended session and a way back; never for secrets.
 * @param name of the form and what it is of, such as a brand's id
 * @param initial its fields as they are before anybody types; a draft with other fields is of an older form, and dropped
 * @param kept what of a draft outlives the page
 */
export function useDraft<T extends object>(name: string, initial: T, kept = (draft: T) => draft) {
  const key = `${prefix}${name}`
  const [draft, setDraft] = useState<T>(() => stored(key, initial) ?? initial)
  const change = (changed: Partial<T>) => {
    const next = { ...draft, ...changed }
    setDraft(next)
    sessionStorage.setItem(key, JSON.stringify(kept(next)))
  }
  const clear = (fresh: T = initial) => {
    sessionStorage.removeItem(key)
    setDraft(fresh)
  }
  return { draft, change, clear }
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

/** What was typed into forms of this tab and has not been sent, a text for each: for where its form is no longer shown. */
export function unsavedTexts(): string[] {
  return Object.keys(sessionStorage)
    .filter((key) => key.startsWith(prefix))
    .sort()
    .flatMap((key) => textOf(sessionStorage.getItem(key) ?? '') ?? [])
}

/** The fields of a draft, a line each; choices and ids, which nobody types, are left out. */
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
 * Drafts are of one person: those of whoever was in this tab before go as soon as it is somebody else’s.
 * @param personId who is signed in; undefined where they leave, and nothing of what they have typed stays behind
 */
export function clearOtherDrafts(personId: string | undefined): void {
  if (personId !== undefined && sessionStorage.getItem(ownerKey) === personId) return
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  sessionStorage.setItem(ownerKey, personId ?? '')
}

/*
 * The URL holds all view state. Lists use commas, which are readable and never occur in our values. Unlike the
 * router’s default, values are never parsed as numbers or JSON.
 */

export type Search = Record<string, string>

export function parseSearch(text: string): Search {
  return Object.fromEntries(new URLSearchParams(text))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value)).replace(/%2C/g, ',')}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

export const listOf = (text: string | undefined): string[] => (text === undefined || text === '' ? [] : text.split(','))

/*
 * What is seen stands in the address and nowhere else. Lists are written with commas, which read well and which no value of
 * ours holds; nothing is turned into numbers or JSON, as the router's own reading would.
 */

export type Search = Record<string, string>

export function parseSearch(text: string): Search {
  return Object.fromEntries(new URLSearchParams(text))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(
      ([key, value]) =>
        `${encodeURIComponent(key)}=${encodeURIComponent(String(value)).replace(/%2C/g, ',')}`,
    )
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

export const listOf = (text: string | undefined): string[] =>
  text === undefined || text === '' ? [] : text.split(',')

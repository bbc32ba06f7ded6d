/** Host and path without `www.` and trailing slashes, for matching the rules of single sites. */
export function addressOf(url: URL): string {
  return `${url.hostname.replace(/^www\./, '')}${trimSlashes(url.pathname)}`
}

/**
 * The `name=value` parts of a query as in the URL, without decoding or sorting. A campaign tag after a second
 * question mark (`?id=7?utm_source=chatgpt.com`) is a separate part.
 */
export function queryParts(search: string): string[] {
  return search.replace(/^\?/, '').split(/&|\?(?=utm_)/)
}

/** The decoded, lowercase name of a query part. */
export function partName(part: string): string {
  return decodePercent(part.split('=', 1)[0] ?? '').toLowerCase()
}

/** The decoded value of the first parameter with this lowercase name; undefined if there is none. */
export function parameter(url: URL, name: string): string | undefined {
  const part = url.search
    .slice(1)
    .split('&')
    .find((candidate) => partName(candidate) === name)
  if (part === undefined) return undefined
  const equals = part.indexOf('=')
  return equals === -1 ? '' : decodePercent(part.slice(equals + 1))
}

/** Decodes percent-encoding but not `+`. Returns malformed text unchanged. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function trimSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end)
}

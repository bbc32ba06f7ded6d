/** Host and path, without `www.` and trailing slashes, which is what rules for single sites are matched with. */
export function addressOf(url: URL): string {
  return `${url.hostname.replace(/^www\./, '')}${trimSlashes(url.pathname)}`
}

/**
 * The `name=value` parts of a query, as they stand in the URL: neither decoded nor put into another order.
 * A campaign tag that was hung on with a second question mark (`?id=7?utm_source=chatgpt.com`) is a part of its own.
 */
export function queryParts(search: string): string[] {
  return search.replace(/^\?/, '').split(/&|\?(?=utm_)/)
}

/** The decoded, lower-case name of a part of a query. */
export function partName(part: string): string {
  return decodePercent(part.split('=', 1)[0] ?? '').toLowerCase()
}

/** The decoded value of the first parameter of that (lower-case) name; undefined where there is none. */
export function parameter(url: URL, name: string): string | undefined {
  const part = url.search
    .slice(1)
    .split('&')
    .find((candidate) => partName(candidate) === name)
  if (part === undefined) return undefined
  const equals = part.indexOf('=')
  return equals === -1 ? '' : decodePercent(part.slice(equals + 1))
}

/** Percent-decoding that leaves `+` alone and gives malformed text back as it is. */
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

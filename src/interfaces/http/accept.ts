/** Whether a client prefers a media type to JSON: it names the type, and JSON has no higher weight. */
export function prefersMediaType(type: string, accept: string | undefined): boolean {
  if (accept === undefined) return false
  const weightOf = (wanted: string) => {
    const range = accept.split(',').find((item) => item.split(';')[0]?.trim().toLowerCase() === wanted)
    if (range === undefined) return 0
    const weight = /;\s*q\s*=\s*([\d.]+)/i.exec(range)?.[1]
    return weight === undefined ? 1 : Number(weight)
  }
  const weight = weightOf(type)
  return weight > 0 && weight >= weightOf('application/json')
}

/** Whether a client asks for a byte order mark, without which Excel does not read CSV as UTF-8. */
export const wantsByteOrderMark = (accept = '') =>
  /(^|,)\s*text\/csv\s*;[^,]*\bbom\s*=\s*true\b/i.test(accept)

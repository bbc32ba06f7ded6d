import { parse } from 'tldts'
import { isWordAt } from './word-boundary.ts'

// Country suffixes sold worldwide: x.ai is not the site of X in Anguilla. From Google's list of country
// domains treated as generic, and others in wide use.
const genericCountrySuffixes = new Set(
  'ad ai as bz cc cd co dj fm gg io la me ms nu sc so sr su tk to tv vc ws'.split(' '),
)

const dot = 0x2e
const at = 0x40
const hyphen = 0x2d

function isHostLetter(text: string, index: number): boolean {
  const unit = text.charCodeAt(index)
  return unit === hyphen || (unit !== 0x5f && isWordAt(text, index))
}

/**
 * Whether the dot between the letters before `end` and at `start` ends a sentence without a space, as in
 * answers without line breaks ("… a lower price.Columbia …"): a capital follows, but no word in capitals.
 */
function startsSentence(text: string, end: number, start: number): boolean {
  return isCapitalAt(text, start) && !(isCapitalAt(text, end - 1) && isCapitalAt(text, start + 1))
}

function isCapitalAt(text: string, index: number): boolean {
  const letter = text.charAt(index)
  return letter.toLowerCase() !== letter
}

/** Whether the dot at `index` is inside a host name: between letters, and not at the end of a sentence. */
function isDotOfHost(text: string, index: number): boolean {
  return (
    text.charCodeAt(index) === dot &&
    isHostLetter(text, index - 1) &&
    isHostLetter(text, index + 1) &&
    !startsSentence(text, index, index + 1)
  )
}

/** The range of the host name around a piece of text. */
export interface Segment {
  start: number
  end: number
}

function segmentAround(text: string, start: number, end: number): Segment {
  const segment = { start, end }
  while (isHostLetter(text, segment.start - 1) || isDotOfHost(text, segment.start - 1)) segment.start--
  while (isHostLetter(text, segment.end) || isDotOfHost(text, segment.end)) segment.end++
  return segment
}

/** The names of sites in a text under a known suffix (`best-anvils.com`, `www.example.co.uk`), in order. */
export function siteNames(text: string): Segment[] {
  const found: Segment[] = []
  for (let i = text.indexOf('.'); i !== -1; i = text.indexOf('.', i + 1)) {
    if (!isDotOfHost(text, i)) continue
    const segment = segmentAround(text, i, i + 1)
    if (readSite(text, segment)) found.push(segment)
    i = segment.end
  }
  return found
}

export interface HostReader {
  /**
   * Whether a name at [start, end) is part of another site's name or of an email address. `Apple` is not
   * named in `apple-news.example.org` or `apple@example.org`, but counts if it is a whole registrable domain
   * under a country suffix (`amazon.co.uk`), under any suffix if the entity's domain is unknown, and if the
   * name is the domain (`Booking.com` in `www.booking.com`).
   */
  isInsideOther(start: number, end: number, hasDomain: boolean, hasDot: boolean): boolean
}

/** Reads the host names of a text; each is parsed once, however many names are in it. */
export function hostReader(text: string): HostReader {
  let segment: Segment = { start: 0, end: 0 }
  let site: { from: number; labelTo: number; isCountry: boolean } | undefined
  let isAddress = false

  function read(start: number, end: number): void {
    if (start >= segment.start && end <= segment.end) return
    segment = segmentAround(text, start, end)
    isAddress =
      isUserName(text, segment.end) || (text.charCodeAt(segment.start - 1) === at && isWordAt(text, segment.start - 2))
    site = readSite(text, segment)
  }

  return {
    isInsideOther(start, end, hasDomain, hasDot) {
      if (!touchesHost(text, start - 1) && !touchesHost(text, end)) return false
      read(start, end)
      if (isUserName(text, segment.end)) return true
      if (!site) return isAddress
      const startsLabel = start === segment.start || text.charCodeAt(start - 1) === dot
      if (hasDot && startsLabel && end === segment.end) return false
      const isWholeLabel = start === site.from && end === site.labelTo
      return !(isWholeLabel && (site.isCountry || !hasDomain))
    },
  }
}

const aNumber = /^\d(?:[\d.,]*\d)?(?![.,]?[\p{L}\d_-])/u

/** Whether an @ with a host is at `end`, rather than with a number: `Sensex@22,339`. */
function isUserName(text: string, end: number): boolean {
  return text.charCodeAt(end) === at && isWordAt(text, end + 1) && !aNumber.test(text.slice(end + 1, end + 20))
}

/** Whether a domain at [start, end) is complete: no hyphen before it, and no label or user's @ after it. */
export function isWholeDomain(text: string, start: number, end: number): boolean {
  if (text.charCodeAt(start - 1) === hyphen) return false
  if (isDotOfHost(text, end)) return false
  const next = text.charCodeAt(end)
  return !((next === hyphen || next === at) && isWordAt(text, end + 1))
}

function touchesHost(text: string, index: number): boolean {
  const unit = text.charCodeAt(index)
  return unit === dot || unit === hyphen || unit === at
}

function readSite(text: string, { start, end }: Segment) {
  const host = text.slice(start, end).toLowerCase()
  // A name with spaces extends beyond any host name.
  if (!host.includes('.') || host.length !== end - start || /\s/.test(host)) return undefined
  const { domain, domainWithoutSuffix, publicSuffix, isIcann } = parse(host, { extractHostname: false })
  if (!isIcann || !domain || !domainWithoutSuffix || !publicSuffix) return undefined
  const from = end - domain.length
  const lastLabel = publicSuffix.slice(publicSuffix.lastIndexOf('.') + 1)
  return {
    from,
    labelTo: from + domainWithoutSuffix.length,
    isCountry: lastLabel.length === 2 && !genericCountrySuffixes.has(publicSuffix),
  }
}

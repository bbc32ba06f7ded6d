import { decodeHTMLStrict } from 'entities'

/** HTML elements (WHATWG HTML Living Standard, "Index of elements"), and obsolete ones still in use. */
const elements = new Set(
  (
    'a abbr acronym address area article aside audio b base bdi bdo big blockquote body br button canvas caption center cite ' +
    'code col colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure font footer form ' +
    'frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map ' +
    'mark menu meta meter nav nobr noscript object ol optgroup option output p param picture pre progress q rp rt ruby s samp ' +
    'script search section select slot small source span strike strong style sub summary sup svg table tbody td template ' +
    'textarea tfoot th thead time title tr track tt u ul var video wbr'
  ).split(' '),
)

/** Elements that start a new line. */
const blocks = new Set(
  (
    'address article aside blockquote br caption center dd details dialog div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hr li main nav ol option p pre section summary table tbody td tfoot th thead title tr ul'
  ).split(' '),
)

const tag = /<(\/?)([a-z][a-z0-9-]*)((?:\s+[a-z_:@][\w.:@-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*\/?>/iy

export interface Tag {
  name: string
  isClosing: boolean
  isBlock: boolean
  attributes: string
  end: number
}

/** Reads the HTML tag at `at`. Unknown names are text: `<Codenames>` is a product in angle brackets. */
export function readTag(source: string, at: number): Tag | undefined {
  tag.lastIndex = at
  const match = tag.exec(source)
  const name = match?.[2]?.toLowerCase() ?? ''
  if (!match || !elements.has(name)) return undefined
  const isClosing = match[1] !== ''
  return {
    name,
    isClosing,
    isBlock: blocks.has(name),
    attributes: match[3] ?? '',
    end: tag.lastIndex,
  }
}

/** The value of an attribute; empty if the tag does not have it. */
export function attribute(attributes: string, name: string): string {
  const pattern = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'=<>\`]+))`, 'i')
  const match = pattern.exec(attributes)
  return decodeHTMLStrict(match?.[1] ?? match?.[2] ?? match?.[3] ?? '')
}

const reference = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/iy

interface Entity {
  text: string
  end: number
}

/** The character reference at `at` (`&amp;`, `&#x20;`); undefined if the ampersand is literal. */
export function readEntity(source: string, at: number): Entity | undefined {
  reference.lastIndex = at
  const match = reference.exec(source)
  if (!match) return undefined
  const text = decodeHTMLStrict(match[0])
  // A line break in a paragraph is a space, even as a reference.
  return text === match[0] ? undefined : { text: text.replace(/[\r\n]/g, ' '), end: reference.lastIndex }
}

const markedAddress = /<((?:https?|ftp):\/\/[^\s<>]*|mailto:[^\s<>]*|[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)+)>/iy

/** The address in angle brackets at `at`: `<https://…>`, `<mailto:…>`, `<name@example.org>`. */
export function readMarkedAddress(source: string, at: number): { address: string; end: number } | undefined {
  markedAddress.lastIndex = at
  const match = markedAddress.exec(source)
  return match ? { address: match[1] ?? '', end: markedAddress.lastIndex } : undefined
}

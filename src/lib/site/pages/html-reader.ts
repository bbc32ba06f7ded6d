import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'

/** Receives the parts of an HTML text in order. Names are lowercase. */
export interface HtmlHandler {
  /** @param attributes the first of each name; empty unless the reader requested them for this element */
  open(name: string, attributes: Attributes): void
  close(name: string): void
  /** Pieces of text with decoded entities; there can be several between two tags. */
  text(piece: string): void
}

export type Attributes = ReadonlyMap<string, string>

export type Elements = Pick<ReadonlySet<string>, 'has'>

const noAttributes: Attributes = new Map()
/** Longer attributes are truncated: they hold data, not URLs or words. */
const maxAttributeLength = 8192
const maxAttributes = 100

/**
 * Reads HTML in one pass and linear time, without a tree or stack: handlers track open elements themselves.
 * @param withAttributes the elements whose attributes are needed
 */
export function readHtml(html: string, withAttributes: Elements, handler: HtmlHandler): void {
  const tokenizer = new Tokenizer({}, createCallbacks(html, withAttributes, handler))
  tokenizer.write(html)
  tokenizer.end()
}

function createCallbacks(html: string, withAttributes: Elements, handler: HtmlHandler): TokenizerCallbacks {
  let name = ''
  let foreignDepth = 0
  let attributes: Map<string, string> | undefined
  let attribute: string | undefined
  let value = ''

  function finishTag(isSelfClosed: boolean) {
    const isForeign = name === 'svg' || name === 'math'
    if (isForeign && !isSelfClosed) foreignDepth++
    handler.open(name, attributes ?? noAttributes)
    if (isSelfClosed && (isForeign || foreignDepth > 0)) handler.close(name)
  }
  return {
    isInForeignContext: () => foreignDepth > 0,
    onopentagname(start, end) {
      name = html.slice(start, end).toLowerCase()
      attributes = withAttributes.has(name) ? new Map() : undefined
    },
    onattribname(start, end) {
      if (attributes === undefined) return
      const candidate = html.slice(start, Math.min(end, start + 64)).toLowerCase()
      attribute = attributes.has(candidate) || attributes.size >= maxAttributes ? undefined : candidate
      value = ''
    },
    onattribdata(start, end) {
      if (attribute !== undefined && value.length < maxAttributeLength) {
        value += html.slice(start, Math.min(end, start + maxAttributeLength))
      }
    },
    onattribentity(codepoint) {
      if (attribute !== undefined && value.length < maxAttributeLength) value += String.fromCodePoint(codepoint)
    },
    onattribend() {
      if (attribute !== undefined) attributes?.set(attribute, value)
      attribute = undefined
    },
    onopentagend: () => finishTag(false),
    onselfclosingtag: () => finishTag(true),
    onclosetag(start, end) {
      const closed = html.slice(start, end).toLowerCase()
      if ((closed === 'svg' || closed === 'math') && foreignDepth > 0) foreignDepth--
      handler.close(closed)
    },
    ontext: (start, end) => handler.text(html.slice(start, end)),
    ontextentity: (codepoint) => handler.text(String.fromCodePoint(codepoint)),
    oncdata() {},
    oncomment() {},
    ondeclaration() {},
    onprocessinginstruction() {},
    onend() {},
  }
}

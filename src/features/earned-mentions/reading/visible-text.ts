import type { DomElement, DomNode } from '../../../lib/text/dom.ts'

const blocks = new Set(
  (
    'ADDRESS ARTICLE BLOCKQUOTE BR CAPTION DD DETAILS DIV DL DT FIGCAPTION FIGURE H1 H2 H3 H4 H5 H6 HR LI MAIN OL P PRE ' +
    'SECTION SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL'
  ).split(' '),
)
const invisible = new Set(
  'SCRIPT STYLE TEMPLATE NOSCRIPT SVG MATH IFRAME OBJECT BUTTON SELECT TEXTAREA'.split(' '),
)
const textNode = 3
const elementNode = 1

/**
 * Returns the visible text of an element, one line per block, so that no name spans two blocks.
 * @param excludedAttribute attribute of elements to skip
 */
export function visibleText(root: DomNode, excludedAttribute: string): string {
  const parts: string[] = []
  // Iterative, because nesting can exceed the call stack.
  const pending: (DomNode | '\n')[] = [root]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node === '\n') parts.push('\n')
    else if (node.nodeType === textNode) parts.push((node.textContent ?? '').replace(/\s+/g, ' '))
    else if (node.nodeType === elementNode) {
      const name = node.nodeName.toUpperCase()
      if (invisible.has(name)) continue
      const isBlock = blocks.has(name)
      if ((node as DomElement).hasAttribute(excludedAttribute)) {
        if (isBlock) parts.push('\n')
        continue
      }
      if (isBlock) pending.push('\n')
      pending.push(...[...node.childNodes].reverse())
      if (isBlock) parts.push('\n')
    }
  }
  return parts
    .join('')
    .replace(/ *\n */g, '\n')
    .replace(/ {2,}/g, ' ')
    .replace(/\n{2,}/g, '\n')
    .trim()
}

import { Parser } from 'htmlparser2'

const hidingStyle = /(?<![\w-])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))(?![\w-])/i

/** Whether a `style` attribute hides its element. */
export const isHidingStyle = (style: string) => hidingStyle.test(style)

const isHidden = ({ hidden, style = '', 'aria-hidden': ariaHidden = '' }: Record<string, string>) =>
  hidden !== undefined || ariaHidden.trim().toLowerCase() === 'true' || isHidingStyle(style)

/**
 * A page without what stands in elements that say that they are hidden: a text that only programs read may be there to
 * deceive them. What a style sheet hides is not told.
 * @returns it, and how deep its elements are nested
 */
export function visibleHtml(html: string): { shown: string; depth: number } {
  const shown: string[] = []
  let from = 0
  let depth = 0
  let max = 0
  let hiddenDepth: number | undefined
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1
      max = Math.max(max, depth)
      // A whole page is hidden until a script shows it.
      if (hiddenDepth !== undefined || name === 'html' || name === 'body' || !isHidden(attributes)) return
      hiddenDepth = depth
      // The tags stay: what they end is ended.
      shown.push(html.slice(from, parser.endIndex + 1))
      from = parser.endIndex + 1
    },
    onclosetag() {
      if (depth === hiddenDepth) {
        hiddenDepth = undefined
        // Of an element that holds nothing, such as an image, it is the tag's beginning.
        from = Math.max(from, parser.startIndex)
      }
      depth -= 1
    },
  })
  parser.write(html)
  parser.end()
  shown.push(html.slice(from))
  return { shown: shown.join(''), depth: max }
}

import { Parser } from 'htmlparser2'

const hidingStyle = /(?<![\w-])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))(?![\w-])/i

/** Whether a `style` attribute hides its element. */
export const isHidingStyle = (style: string) => hidingStyle.test(style)

const isHidden = ({ hidden, style = '', 'aria-hidden': ariaHidden = '' }: Record<string, string>) =>
  hidden !== undefined || ariaHidden.trim().toLowerCase() === 'true' || isHidingStyle(style)

/**
 * Removes the content of elements with a `hidden` attribute or style: text that only programs read may be
 * deceptive. Does not evaluate style sheets.
 * @returns the page, and the nesting depth of its elements
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
      // A whole page is often hidden until a script shows it.
      if (hiddenDepth !== undefined || name === 'html' || name === 'body' || !isHidden(attributes)) return
      hiddenDepth = depth
      // Keeps the tags, so that they still close other elements.
      shown.push(html.slice(from, parser.endIndex + 1))
      from = parser.endIndex + 1
    },
    onclosetag() {
      if (depth === hiddenDepth) {
        hiddenDepth = undefined
        // For an empty element, such as an image, this is the start of its tag.
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

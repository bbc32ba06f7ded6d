import { hash53 } from '../hash-text.ts'

/** Elements of a layout. Each needs a closing tag, so that tags alone tell how they are nested. */
const layout = new Set('article aside div footer form header main nav section'.split(' '))
/** Those that content has, too. */
const boxes = new Set(['aside', 'div', 'section'])
const maxDepth = 12
const maxOpen = 50

/** An element, merged with equal ones in the same place, so that lists of any length have one skeleton. */
interface Part {
  children: Map<string, Part>
  /** It directly holds a paragraph: boxes within are content, which differs from page to page. */
  isText: boolean
}

const createPart = (): Part => ({ children: new Map(), isText: false })

/** Reads the skeleton of a document: how the elements of its layout are nested. Pages of one template share it. */
export function createSkeletonReader() {
  const root = createPart()
  const open: { name: string; part: Part }[] = []
  const current = () => open.at(-1)?.part ?? root

  return {
    open(name: string) {
      if (name === 'p' && open.length > 0) current().isText = true
      if (!layout.has(name) || open.length === maxOpen) return
      const part = open.length < maxDepth ? current().children.getOrInsertComputed(name, createPart) : createPart()
      open.push({ name, part })
    },
    close(name: string) {
      const index = layout.has(name) ? open.findLastIndex((element) => element.name === name) : -1
      if (index >= 0) open.length = index
    },
    /** A hash of the skeleton, in hexadecimal. */
    facts: () => ({ skeleton: hash53(namesIn(root).join('')).toString(16) }),
  }
}

/** The names of elements with those in them, regardless of their order. Skips boxes in texts, such as around code. */
const namesIn = ({ children, isText }: Part, isWithin = false): string[] => {
  const names = [...children].flatMap(([name, part]) => {
    const inner = namesIn(part, isWithin || isText)
    return (isWithin || isText) && boxes.has(name) ? inner : [`${name}(${inner.join('')})`]
  })
  return [...new Set(names)].sort()
}

import type { DomDocument, DomElement } from '../../../lib/text/dom.ts'
import { isHidingStyle } from '../../../lib/text/visible-html.ts'
import table from './surroundings.json' with { type: 'json' }

const surroundings = table.elements.join(',')

/** Words in classes and ids of elements around the text, as in common page builders. */
const surroundingWords = new Set(table.words)

/** Elements that never contain the main text, even if they are most of the page. */
const neverFrames = new Set(table.neverFrames)

/** Prefixes that describe another part of a box: `with-sidebar`. */
const modifier = /^(?:with|has|have|no|without)$/

/** Elements without visible text. */
const unread = new Set('SCRIPT STYLE TEMPLATE NOSCRIPT'.split(' '))
const textNode = 3

/**
 * Removes hidden elements and those around the main text: menus, side columns, banners and similar, by element, role,
 * class and id. Keeps a box with most of the page's text and removes its class and id, so that readability keeps it too.
 */
export function removeSurroundings(document: DomDocument): void {
  for (const element of document.querySelectorAll(surroundings)) element.remove()
  for (const element of document.querySelectorAll('body [style]'))
    if (isHidingStyle(element.getAttribute('style') ?? '')) element.remove()
  const elements = [...document.querySelectorAll('*')]
  const inside = measure(elements)
  const whole = document.body === null ? 0 : (inside.get(document.body)?.length ?? 0)
  const removed = new Set<DomElement>()
  for (const element of elements) {
    const { length = 0, holdsMain = false } = inside.get(element) ?? {}
    if (element.parentElement !== null && removed.has(element.parentElement)) removed.add(element)
    else if (!element.matches('html,body,main,article,h1,p')) {
      const names = surroundingNames(element)
      if (names === undefined) continue
      const isFrame = names.length === 0 || (length * 2 > whole && !names.some((word) => neverFrames.has(word)))
      if (isFrame) for (const name of ['class', 'id']) element.removeAttribute(name)
      else if (!holdsMain) removed.add(element)
    }
  }
  for (const element of removed) element.remove()
}

/**
 * The class and id words that mark an element as surrounding the text; empty if they only describe another part of the
 * box, undefined if there are none.
 */
function surroundingNames(element: DomElement): string[] | undefined {
  const names = `${element.getAttribute('class') ?? ''} ${element.id ?? ''}`.replace(/([a-z])([A-Z])/g, '$1-$2')
  const parts = names.toLowerCase().split(/\s+/)
  const words = parts.map((name) => name.split(/[_-]+/))
  if (!words.flat().some((word) => surroundingWords.has(word))) return undefined
  return words.flatMap((ofName) => {
    const from = ofName.findIndex((word) => modifier.test(word))
    return ofName.slice(0, from === -1 ? undefined : from).filter((word) => surroundingWords.has(word))
  })
}

/** Figures of an element, including its descendants. */
interface Inside {
  /** Length of text outside links, because menus consist of links. */
  length: number
  /** Whether it contains a main, article or h1 element. */
  holdsMain: boolean
}

/** @param elements in the order of the document */
function measure(elements: readonly DomElement[]): Map<DomElement, Inside> {
  const inside = new Map<DomElement, Inside>()
  const excluded = new Set<DomElement>()
  for (const element of elements) {
    const { parentElement: parent } = element
    const name = element.tagName.toUpperCase()
    if (name === 'A' || unread.has(name) || (parent !== null && excluded.has(parent))) excluded.add(element)
    inside.set(element, { length: excluded.has(element) ? 0 : ownLength(element), holdsMain: false })
  }
  // In reverse document order, each element is complete before it is added to its parent.
  for (const element of elements.toReversed()) {
    const own = inside.get(element)
    const around = element.parentElement === null ? undefined : inside.get(element.parentElement)
    if (own === undefined || around === undefined) continue
    around.length += own.length
    around.holdsMain ||= own.holdsMain || element.matches('main,article,h1')
  }
  return inside
}

function ownLength(element: DomElement): number {
  let length = 0
  for (const node of element.childNodes)
    if (node.nodeType === textNode) length += (node.textContent ?? '').trim().length
  return length
}

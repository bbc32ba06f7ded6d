import type { DomDocument, DomElement } from '../../../lib/text/dom.ts'
import { isHidingStyle } from '../../../lib/text/visible-html.ts'

const surroundings = [
  'nav',
  'aside',
  'dialog',
  'footer',
  'menu',
  'template',
  'noscript',
  'header:not(article header):not(main header)',
  '[role="navigation"]',
  '[role="contentinfo"]',
  '[role="banner"]',
  '[role="complementary"]',
  '[role="search"]',
  '[role="dialog"]',
  '[role="menu"]',
  '[hidden]',
  '[aria-hidden="true"]',
].join(',')

/** Words within classes and ids of what surrounds a text, in the page builders that are in wide use. */
const surroundingWords = new Set(
  (
    'nav navbar navigation menu submenu megamenu footer sidebar breadcrumb breadcrumbs cookie cookies consent related ' +
    'recirc recommended newsletter masthead topbar share sharing social promo advert adslot'
  ).split(' '),
)

/** What no text stands in, however much of a page it is. */
const neverFrames = new Set('footer megafooter cookie cookies consent related recirc recommended'.split(' '))

/** Before some of the words they say what else a box has: `with-sidebar`. */
const modifier = /^(?:with|has|have|no|without)$/

/** What is there for programs alone. */
const unread = new Set('SCRIPT STYLE TEMPLATE NOSCRIPT'.split(' '))
const textNode = 3

/**
 * Removes what stands around the text of a page: menus, side columns, banners and the like, by their elements, roles,
 * classes and ids, and what is hidden. A box that holds most of the page's text is none of them, whatever it is called, and loses the names
 * by which others would take it for one.
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
      const called = surroundingNames(element)
      if (called === undefined) continue
      const isFrame =
        called.length === 0 || (length * 2 > whole && !called.some((word) => neverFrames.has(word)))
      if (isFrame) for (const name of ['class', 'id']) element.removeAttribute(name)
      else if (!holdsMain) removed.add(element)
    }
  }
  for (const element of removed) element.remove()
}

/**
 * The words of classes and ids by which an element is one of the surroundings; none where they only say what else a box
 * has, and undefined where there are no such words.
 */
function surroundingNames(element: DomElement): string[] | undefined {
  const names = `${element.getAttribute('class') ?? ''} ${element.id ?? ''}`.replace(
    /([a-z])([A-Z])/g,
    '$1-$2',
  )
  const parts = names.toLowerCase().split(/\s+/)
  const words = parts.map((name) => name.split(/[_-]+/))
  if (!words.flat().some((word) => surroundingWords.has(word))) return undefined
  return words.flatMap((ofName) => {
    const from = ofName.findIndex((word) => modifier.test(word))
    return ofName.slice(0, from === -1 ? undefined : from).filter((word) => surroundingWords.has(word))
  })
}

/** What is in an element, and in those within it. */
interface Inside {
  /** Of text in no link: menus and lists of further pages are links. */
  length: number
  /** Whether it is a frame around what is the main part by its name. */
  holdsMain: boolean
}

/** @param elements in the order of the document */
function measure(elements: readonly DomElement[]): Map<DomElement, Inside> {
  const inside = new Map<DomElement, Inside>()
  const leftOut = new Set<DomElement>()
  for (const element of elements) {
    const { parentElement: parent } = element
    const name = element.tagName.toUpperCase()
    if (name === 'A' || unread.has(name) || (parent !== null && leftOut.has(parent))) leftOut.add(element)
    inside.set(element, { length: leftOut.has(element) ? 0 : ownLength(element), holdsMain: false })
  }
  // Those further in come later in the document: each is whole before it is added to what holds it.
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

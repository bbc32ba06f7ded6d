import { Readability } from '@mozilla/readability'
import type { DomDocument, DomElement, DomNode } from './dom.ts'

/** A shorter text, or one of mostly links, is not a section. */
const sectionLength = 200

/** Content that is never restored if readability drops it, however long it is. */
const neverRestored =
  /(?:^|[\s_-])(?:ads?|advert|comments?|consent|cookies?|newsletter|promo|recirc|recommended|related|shar(?:e|ing)|social|subscribe)(?=$|[\s_-])/i
const surroundings = new Set('ASIDE BUTTON DIALOG FOOTER FORM HEADER NAV'.split(' '))

/** Identifies an element in both readings of a page. */
const numbering = 'data-number'
const textNode = 3

/** Statistics of an element, including its descendants. */
interface Inside {
  /** Characters without spaces. */
  all: number
  /** Characters in links. */
  linked: number
  /** The first heading. */
  heading?: DomElement | undefined
  /** Whether it has an input field. */
  hasField: boolean
}

type InsideOf = ReadonlyMap<DomElement, Inside>

interface MainContent {
  title: string
  /** The element around the main text. */
  element: DomElement
}

/** Marks elements within the main text that do not belong to it. */
export const excludedAttribute = 'data-left-out'

interface Options {
  maxElemsToParse?: number
  charThreshold?: number
  disableJSONLD?: boolean
  /** Whether to restore boxes that readability drops if they are as long as a section. */
  withBoxes?: boolean
}

/**
 * Finds the main text of a page: the result of readability and its sibling sections. Readability expects one
 * article per page, and of a manual with several sections returns only one.
 * @param document is modified: `excludedAttribute` marks elements that do not belong to the main text
 * @returns undefined if nothing was found
 */
export function mainContent(
  document: DomDocument,
  { withBoxes = false, ...options }: Options = {},
): MainContent | undefined {
  const elements = [...document.querySelectorAll('*')]
  for (const [number, element] of elements.entries()) {
    element.setAttribute(numbering, `${number}`)
    element.removeAttribute(excludedAttribute)
  }
  // Readability modifies its document.
  const article = new Readability<DomElement>(document.cloneNode(true) as never, {
    ...options,
    serializer: (node) => node as unknown as DomElement,
  }).parse()
  if (!article?.content) return undefined
  const { content, title } = article
  return { title: title ?? '', element: withSections(elements, content, withBoxes) }
}

/** The element that readability keeps, or the one around it and its sibling sections. */
function withSections(elements: readonly DomElement[], kept: DomElement, withBoxes: boolean): DomElement {
  const copies = [...kept.querySelectorAll('*')]
  const found = new Set(copies.flatMap((copy) => elements[Number(copy.getAttribute(numbering) ?? -1)] ?? []))
  if (found.size === 0) return kept
  const holding = new Set<DomElement>()
  for (const element of found)
    for (let at: DomElement | null = element; at !== null && !holding.has(at); at = at.parentElement) holding.add(at)
  const insideOf = measure(elements)
  const inner = innermost(elements, holding, found)
  const root = outermost(inner, insideOf, withBoxes ? similarSiblings : siblingSections)
  if (withBoxes) excludeUnkept(root, holding, createPartCheck(copies, insideOf))
  else if (root === inner) return kept
  else {
    excludeSurroundings(inner, root, insideOf)
    inner.replaceWith(kept)
  }
  return root
}

/** The innermost element around all results. */
function innermost(elements: readonly DomElement[], holding: ReadonlySet<DomElement>, found: ReadonlySet<DomElement>) {
  let at = elements.find((element) => holding.has(element)) as DomElement
  for (;;) {
    const inside: DomElement[] = [...at.children].filter((child) => holding.has(child))
    if (inside.length !== 1 || found.has(at)) return at
    at = inside[0] as DomElement
  }
}

/** The outermost ancestor that has sibling sections; the element itself if there is none. */
function outermost(inner: DomElement, insideOf: InsideOf, siblingsOf: typeof siblingSections): DomElement {
  let root = inner
  for (let at = inner; at.parentElement !== null; at = at.parentElement)
    if (siblingsOf(at, insideOf).some((other) => isSection(other, insideOf))) root = at.parentElement
  return root
}

/** Siblings with the same tag and class. */
const similarSiblings = (element: DomElement): DomElement[] =>
  [...(element.parentElement?.children ?? [])].filter(
    (other) => other !== element && other.tagName === element.tagName && other.className === element.className,
  )

/**
 * The sibling sections of an element: with the same class and headings of the same level, as layout boxes
 * share a class too. Excludes an `article`, which is a separate text, and elements whose heading is a link to
 * another page or that have input fields.
 */
function siblingSections(section: DomElement, insideOf: InsideOf): DomElement[] {
  if (section.className === '' && section.tagName !== 'SECTION') return []
  const level = insideOf.get(section)?.heading?.tagName
  return similarSiblings(section).filter((other) => {
    const { all = 0, linked = 0, heading, hasField = false } = insideOf.get(other) ?? {}
    if (heading === undefined || heading.tagName !== level || hasField || linked * 2 > all) return false
    return other.tagName !== 'ARTICLE' && !isSurrounding(other) && !linksElsewhere(heading)
  })
}

/** Whether a heading links to another page, as in teasers. */
const linksElsewhere = (heading: DomElement) => {
  const link = heading.closest('a[href]') ?? heading.querySelector('a[href]')
  return link?.getAttribute('href')?.startsWith('#') === false
}

/** Marks content up to an ancestor that is neither heading nor section, and non-text in sections. */
function excludeSurroundings(inner: DomElement, root: DomElement, insideOf: InsideOf): void {
  for (let at = inner; at !== root; at = at.parentElement as DomElement) {
    const sections = new Set(siblingSections(at, insideOf))
    for (const other of (at.parentElement as DomElement).children) {
      if (other === at || (isHeading(other) && !linksElsewhere(other))) continue
      // A section can start with its own header.
      const left = sections.has(other) ? [...other.querySelectorAll(':not(header)')].filter(isSurrounding) : [other]
      for (const element of left) element.setAttribute(excludedAttribute, '')
    }
  }
}

const isHeading = ({ tagName }: DomElement) => /^H[1-6]$/.test(tagName)

const isSurrounding = ({ tagName, className, id }: DomElement) =>
  surroundings.has(tagName) || neverRestored.test(`${className} ${id}`.replace(/([a-z])([A-Z])/g, '$1-$2'))

function isSection(element: DomElement, insideOf: InsideOf): boolean {
  const { all = 0, linked = 0 } = insideOf.get(element) ?? {}
  return !isSurrounding(element) && all - linked >= sectionLength && linked * 2 < all
}

/**
 * Whether an element belongs to the text although readability drops it: headings, boxes as long as a section,
 * and elements whose text readability moved into others.
 */
function createPartCheck(copies: readonly DomElement[], insideOf: InsideOf): (element: DomElement) => boolean {
  const insideOfCopies = measure(copies)
  const isShort = (element: DomElement, of: InsideOf) => (of.get(element)?.all ?? 0) < sectionLength
  const textOf = ({ textContent }: DomElement) => withoutSpaces(textContent ?? '')
  const shortTexts = new Set(['', ...copies.filter((copy) => isShort(copy, insideOfCopies)).map(textOf)])
  return (element) =>
    (isHeading(element) && element.tagName !== 'H1') ||
    isSection(element, insideOf) ||
    (isShort(element, insideOf) && shortTexts.has(textOf(element))) ||
    /^javascript:/i.test(element.getAttribute('href') ?? '')
}

/** Marks elements without any kept text that do not belong to the text otherwise. */
function excludeUnkept(
  root: DomElement,
  holding: ReadonlySet<DomElement>,
  isPart: (element: DomElement) => boolean,
): void {
  // Not recursive: pages can be nested more deeply than the call stack.
  const pending = [root]
  for (let element = pending.pop(); element !== undefined; element = pending.pop())
    for (const child of element.children) {
      if (holding.has(child)) pending.push(child)
      else if (!isPart(child)) child.setAttribute(excludedAttribute, '')
    }
}

/** @param elements in document order */
function measure(elements: readonly DomElement[]): Map<DomElement, Inside> {
  const insideOf = new Map<DomNode, Inside>()
  // In reverse document order, so that each element is complete before its ancestors.
  for (const element of elements.toReversed()) {
    const own: Inside = { all: 0, linked: 0, hasField: isField(element) }
    for (const node of element.childNodes) {
      const inside = insideOf.get(node)
      own.all += inside?.all ?? (node.nodeType === textNode ? lengthOf(node) : 0)
      own.linked += inside?.linked ?? 0
      own.heading ??= inside?.heading
      own.hasField ||= inside?.hasField === true
    }
    if (isHeading(element)) own.heading = element
    if (element.tagName === 'A') own.linked = own.all
    if (/^(?:SCRIPT|STYLE|NOSCRIPT|TEMPLATE)$/.test(element.tagName)) own.all = 0
    insideOf.set(element, own)
  }
  return insideOf as Map<DomElement, Inside>
}

const isField = (element: DomElement) =>
  element.tagName === 'TEXTAREA' ||
  (element.tagName === 'INPUT' && element.getAttribute('type')?.toLowerCase() !== 'hidden')

const withoutSpaces = (text: string) => text.replace(/\s+/g, '')
const lengthOf = ({ textContent }: DomNode) => withoutSpaces(textContent ?? '').length

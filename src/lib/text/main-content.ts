import { Readability } from '@mozilla/readability'
import type { DomDocument, DomElement, DomNode } from './dom.ts'

/** A text that is shorter than this, or mostly links, is no section of a document. */
const sectionLength = 200

/** What is left out for good where readability leaves it out, however long it is. */
const neverRestored =
  /(?:^|[\s_-])(?:ads?|advert|comments?|consent|cookies?|newsletter|promo|recirc|recommended|related|shar(?:e|ing)|social|subscribe)(?=$|[\s_-])/i
const surroundings = new Set('ASIDE BUTTON DIALOG FOOTER FORM HEADER NAV'.split(' '))

/** By which an element is known in both readings of a page. */
const numbering = 'data-number'
const textNode = 3

/** What is in an element, and in those within it. */
interface Inside {
  /** Characters, spaces left out. */
  all: number
  /** How many of them are a link’s. */
  linked: number
  /** The first one. */
  heading?: DomElement | undefined
  /** Whether there is something to fill in. */
  hasField: boolean
}

type InsideOf = ReadonlyMap<DomElement, Inside>

interface MainContent {
  title: string
  /** What holds the main text. */
  element: DomElement
}

/** The attribute of what stands within a main text and is no part of it. */
export const excludedAttribute = 'data-left-out'

interface Options {
  maxElemsToParse?: number
  charThreshold?: number
  disableJSONLD?: boolean
  /** Whether boxes that readability leaves out of the text belong to it where they are as long as a section. */
  withBoxes?: boolean
}

/**
 * The main text of a page: where readability finds it, with the sections beside it. It looks for the one article of a page, and
 * of a manual with several sections takes one.
 * @param document is changed: `excludedAttribute` marks what stands within the main text and is no part of it
 * @returns undefined where nothing was found
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
  // It takes its document to pieces.
  const article = new Readability<DomElement>(document.cloneNode(true) as never, {
    ...options,
    serializer: (node) => node as unknown as DomElement,
  }).parse()
  if (!article?.content) return undefined
  const { content, title } = article
  return { title: title ?? '', element: withSections(elements, content, withBoxes) }
}

/** What readability keeps, or what holds it and the sections beside it. */
function withSections(elements: readonly DomElement[], kept: DomElement, withBoxes: boolean): DomElement {
  const copies = [...kept.querySelectorAll('*')]
  const found = new Set(copies.flatMap((copy) => elements[Number(copy.getAttribute(numbering) ?? -1)] ?? []))
  if (found.size === 0) return kept
  const holding = new Set<DomElement>()
  for (const element of found)
    for (let at: DomElement | null = element; at !== null && !holding.has(at); at = at.parentElement)
      holding.add(at)
  const insideOf = measure(elements)
  const inner = innermost(elements, holding, found)
  const root = outermost(inner, insideOf, withBoxes ? alikeBeside : sectionsBeside)
  if (withBoxes) leaveOut(root, holding, partWithin(copies, insideOf))
  else if (root === inner) return kept
  else {
    leaveOutBeside(inner, root, insideOf)
    inner.replaceWith(kept)
  }
  return root
}

/** The innermost element that holds all that was found. */
function innermost(
  elements: readonly DomElement[],
  holding: ReadonlySet<DomElement>,
  found: ReadonlySet<DomElement>,
) {
  let at = elements.find((element) => holding.has(element)) as DomElement
  for (;;) {
    const inside: DomElement[] = [...at.children].filter((child) => holding.has(child))
    if (inside.length !== 1 || found.has(at)) return at
    at = inside[0] as DomElement
  }
}

/** The outermost element around it that holds sections beside each other; itself where none does. */
function outermost(inner: DomElement, insideOf: InsideOf, beside: typeof sectionsBeside): DomElement {
  let root = inner
  for (let at = inner; at.parentElement !== null; at = at.parentElement)
    if (beside(at, insideOf).some((other) => isSection(other, insideOf))) root = at.parentElement
  return root
}

/** What stands beside an element and has the same name. */
const alikeBeside = (element: DomElement): DomElement[] =>
  [...(element.parentElement?.children ?? [])].filter(
    (other) =>
      other !== element && other.tagName === element.tagName && other.className === element.className,
  )

/**
 * The other sections of a text that an element is a section of: of the same name, and with headings of one level, as boxes of a
 * layout have one name as well. An `article` is a text of its own, and so is what its heading leads to, or asks to be filled in.
 */
function sectionsBeside(section: DomElement, insideOf: InsideOf): DomElement[] {
  if (section.className === '' && section.tagName !== 'SECTION') return []
  const level = insideOf.get(section)?.heading?.tagName
  return alikeBeside(section).filter((other) => {
    const { all = 0, linked = 0, heading, hasField = false } = insideOf.get(other) ?? {}
    if (heading === undefined || heading.tagName !== level || hasField || linked * 2 > all) return false
    return other.tagName !== 'ARTICLE' && !isSurrounding(other) && !leadsElsewhere(heading)
  })
}

/** Whether a heading is a link to another page, as those of teasers are. */
const leadsElsewhere = (heading: DomElement) => {
  const link = heading.closest('a[href]') ?? heading.querySelector('a[href]')
  return link?.getAttribute('href')?.startsWith('#') === false
}

/** Marks what stands around an element, up to another one, and is neither heading nor section; and what is no text of a section. */
function leaveOutBeside(inner: DomElement, root: DomElement, insideOf: InsideOf): void {
  for (let at = inner; at !== root; at = at.parentElement as DomElement) {
    const sections = new Set(sectionsBeside(at, insideOf))
    for (const other of (at.parentElement as DomElement).children) {
      if (other === at || (isHeading(other) && !leadsElsewhere(other))) continue
      // A section may begin with a header of its own.
      const left = sections.has(other)
        ? [...other.querySelectorAll(':not(header)')].filter(isSurrounding)
        : [other]
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
 * What belongs to the text although readability does not keep it: headings, boxes as long as a section, and what it takes
 * apart, whose text it keeps in other elements.
 */
function partWithin(copies: readonly DomElement[], insideOf: InsideOf): (element: DomElement) => boolean {
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

/** Marks what holds nothing that readability keeps and is no part of the text otherwise. */
function leaveOut(
  root: DomElement,
  holding: ReadonlySet<DomElement>,
  isPart: (element: DomElement) => boolean,
): void {
  // Without recursion: pages may be nested more deeply than calls.
  const pending = [root]
  for (let element = pending.pop(); element !== undefined; element = pending.pop())
    for (const child of element.children) {
      if (holding.has(child)) pending.push(child)
      else if (!isPart(child)) child.setAttribute(excludedAttribute, '')
    }
}

/** @param elements in the order of the document */
function measure(elements: readonly DomElement[]): Map<DomElement, Inside> {
  const insideOf = new Map<DomNode, Inside>()
  // Those further in come later in the document: each is whole before what holds it.
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

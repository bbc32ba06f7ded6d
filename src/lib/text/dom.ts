/** The used part of the DOM, which the language’s own types do not include. */
export interface DomNode {
  nodeType: number
  nodeName: string
  textContent: string | null
  childNodes: Iterable<DomNode>
}

export interface DomElement extends DomNode {
  tagName: string
  className: string
  id: string
  outerHTML: string
  children: Iterable<DomElement>
  parentElement: DomElement | null
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  hasAttribute(name: string): boolean
  removeAttribute(name: string): void
  querySelector(selector: string): DomElement | null
  querySelectorAll(selector: string): Iterable<DomElement>
  closest(selector: string): DomElement | null
  matches(selector: string): boolean
  remove(): void
  replaceWith(other: DomElement): void
}

export interface DomDocument extends DomElement {
  documentElement: DomElement | null
  body: DomElement | null
  cloneNode(deep: boolean): DomDocument
}

/** A text in one line; empty if there is none. */
export const oneLine = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()

import type { Attributes } from './html-reader.ts'

export type MicrodataNode = { [property: string]: unknown }

const voidElements = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
/** The attribute with a property’s value, by element (HTML Standard, section 5.2.4). */
const valueAttributes: Readonly<Record<string, string>> = {
  ...{ a: 'href', area: 'href', link: 'href', audio: 'src', embed: 'src', iframe: 'src', img: 'src' },
  ...{ source: 'src', track: 'src', video: 'src', object: 'data', data: 'value', meter: 'value' },
  time: 'datetime',
}
const maxOpen = 2000
const maxItems = 5000
const maxValueLength = 500

interface OpenElement {
  name: string
  item: MicrodataNode | undefined
  /** The item whose property value is this element’s text, if any. */
  text: { item: MicrodataNode; properties: string[]; value: string } | undefined
}

/** Reads microdata (HTML Standard, section 5). Marks references by `itemref` with `@ref`. */
export function createMicrodataReader() {
  const top: MicrodataNode[] = []
  const open: OpenElement[] = []
  let items = 0

  const currentItem = () => open.findLast(({ item }) => item !== undefined)?.item

  function end(element: OpenElement) {
    const { text } = element
    if (text !== undefined) add(text.item, text.properties, text.value.trim())
  }
  return {
    open(name: string, attributes: Attributes) {
      const parent = currentItem()
      const item = attributes.has('itemscope') && items < maxItems ? itemOf(attributes) : undefined
      if (item !== undefined) items++
      const properties = (attributes.get('itemprop') ?? '').split(/\s+/).filter((one) => one !== '')
      if (item !== undefined && (properties.length === 0 || parent === undefined)) top.push(item)
      let text: OpenElement['text']
      if (parent !== undefined && properties.length > 0) {
        const value = item ?? propertyValue(name, attributes)
        if (value === undefined && !voidElements.has(name)) text = { item: parent, properties, value: '' }
        else add(parent, properties, value ?? '')
      }
      if (!voidElements.has(name) && open.length < maxOpen) open.push({ name, item, text })
    },
    close(name: string) {
      const index = open.findLastIndex((element) => element.name === name)
      if (index >= 0) for (const element of open.splice(index).reverse()) end(element)
    },
    text(piece: string) {
      for (const { text } of open) if (text !== undefined && text.value.length < maxValueLength) text.value += piece
    },
    /** Top-level items, as nodes of JSON-LD. */
    items(): MicrodataNode[] {
      for (const element of open.splice(0).reverse()) end(element)
      return top
    },
  }
}

function itemOf(attributes: Attributes): MicrodataNode {
  const types = (attributes.get('itemtype') ?? '').split(/\s+/).filter((type) => type !== '')
  const isSchemaOrg = types.some((type) => /^https?:\/\/(?:www\.)?schema\.org\//.test(type))
  return {
    '@context': isSchemaOrg ? 'https://schema.org' : 'microdata',
    '@type': types.map((type) => type.replace('//www.schema.org/', '//schema.org/')),
    ...(attributes.has('itemref') && { '@ref': true }),
  }
}

/** Undefined if the value is the element’s text. */
function propertyValue(name: string, attributes: Attributes): string | undefined {
  const named = valueAttributes[name]
  return attributes.get('content') ?? (named === undefined ? undefined : attributes.get(named))
}

function add(item: MicrodataNode, properties: readonly string[], value: unknown) {
  for (const property of properties) {
    const known = Object.hasOwn(item, property) ? item[property] : undefined
    item[property] = known === undefined ? value : [known, value].flat()
  }
}

import { type DomDocument, oneLine } from '../../../lib/text/dom.ts'
import { type LinkedData, listOf } from './json-ld.ts'

const maxLength = 200

const metas = ['meta[property="og:site_name" i]', 'meta[name="application-name" i]']

/**
 * Reads the declared publisher of a page: the site name, or else the publisher of the article, from `meta` elements or
 * JSON-LD; '' if not declared.
 */
export function readOutlet(document: DomDocument, data: LinkedData): string {
  const inMetas = metas.map((selector) => document.querySelector(selector)?.getAttribute('content'))
  const publishers = data.articles.flatMap(({ publisher }) => listOf(publisher))
  const inData = [...publishers, ...data.sites].map((value) =>
    typeof value === 'string'
      ? value
      : listOf(data.resolve(value)?.name).find((name) => typeof name === 'string'),
  )
  const names = [inMetas[0], ...inData, inMetas[1]].map((name) =>
    typeof name === 'string' ? oneLine(name) : '',
  )
  const outlet = names.find((name) => name !== '' && !/^https?:/i.test(name)) ?? ''
  return outlet.slice(0, maxLength).toWellFormed()
}

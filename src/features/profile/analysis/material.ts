import type { Sources } from './declared-facts.ts'
import type { Derived } from './derived.ts'
import { pageText } from './page-text.ts'

const pageCharacters = 4000
const documentCharacters = 4000
const mostCharacters = 60_000

/** Texts of pages and documents, as a language model is shown them. */
export function materialOf({ names, pages, documents }: Sources, declared: Derived): string {
  const parts = [
    `The company is called ${names[0]}.`,
    `Its pages declare of themselves: ${JSON.stringify(declared)}`,
    ...pages.map(({ url, html, document }) => {
      const { titles, descriptions } = document
      return [
        `Page ${url}`,
        ...titles.slice(0, 1),
        ...descriptions.slice(0, 1),
        pageText(html, pageCharacters),
      ]
        .filter((text) => text !== '')
        .join('\n')
    }),
    ...documents.map(({ title, summary, text }) =>
      [`Document ${title}`, summary ?? '', text.slice(0, documentCharacters)].join('\n'),
    ),
  ]
  return parts.join('\n\n').slice(0, mostCharacters).toWellFormed()
}

import wordings from './not-found-titles.json' with { type: 'json' }

/** Titles of “not found” pages, in the most common languages of sites. */
const notFound = wordings.map((wording) => new RegExp(wording))

/** Whether a title or heading says that the page does not exist. */
export function isNotFoundTitle(title: string): boolean {
  const text = title.toLowerCase()
  return notFound.some((wording) => wording.test(text))
}

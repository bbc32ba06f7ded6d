/** Marks of the template languages of content systems and site generators. */
const mark = String.raw`\{\{[^{}]{0,300}\}\}|\{%[^%]{0,300}%\}|<%[^%]{0,300}%>|<\?(?:php|=)`
const inTitle = new RegExp(String.raw`${mark}|\$\{[\w.]{1,100}\}`, 'g')
/** What stands for a title. Titles of texts on templates name other things between such marks. */
const filler = /title|name|\w\.\w|\|/i
const atStart = new RegExp(String.raw`^\s*(?:${mark}|---\s*\n\s*[\w-]+\s*:)`)
/** What may stand before the first mark of a template. */
const preamble = /^\s*(?:<!doctype[^>]{0,300}>\s*)?/i
const startLength = 1000

/**
 * Whether a page is the source of one: its title, or its first text, has places that were never filled in. Texts that speak
 * of templates have such marks as well, but later.
 * @param firstText the first text of the page that is not its title, as it begins
 */
export function isUnrenderedTemplate(html: string, title: string, firstText: string): boolean {
  const start = html.slice(0, startLength).replace(preamble, '')
  const isTitleUnfilled = title.match(inTitle)?.some((one) => one === title || filler.test(one)) === true
  return isTitleUnfilled || atStart.test(firstText) || atStart.test(start)
}

const assigned =
  /(?:^|[\s;{}()])(?:(?:window|document|self|top)\.)?location(?:\.href)?\s*=\s*(["'`])([^"'`\s]{1,2048})\1/
const called =
  /(?:^|[\s;{}()])(?:(?:window|document|self|top)\.)?location\.(?:replace|assign)\s*\(\s*(["'`])([^"'`\s]{1,2048})\1/

/** Where a script sends visitors on to, as it is written; undefined where it does not. */
export const scriptTarget = (script: string): string | undefined =>
  (assigned.exec(script) ?? called.exec(script))?.[2]

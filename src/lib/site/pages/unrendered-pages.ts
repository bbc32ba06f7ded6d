/** Placeholders of template languages in content systems and site generators. */
const mark = String.raw`\{\{[^{}]{0,300}\}\}|\{%[^%]{0,300}%\}|<%[^%]{0,300}%>|<\?(?:php|=)`
const inTitle = new RegExp(String.raw`${mark}|\$\{[\w.]{1,100}\}`, 'g')
/** Names that stand for a title. Texts about templates have other names in placeholders. */
const filler = /title|name|\w\.\w|\|/i
const atStart = new RegExp(String.raw`^\s*(?:${mark}|---\s*\n\s*[\w-]+\s*:)`)
/** Allowed before the first placeholder of a template. */
const preamble = /^\s*(?:<!doctype[^>]{0,300}>\s*)?/i
const startLength = 1000

/**
 * Whether a page is an unrendered template: its title or first text has unfilled placeholders. Texts about
 * templates have placeholders too, but later.
 * @param firstText the beginning of the first text after the title
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

/** The target of a script redirect, as written; undefined if there is none. */
export const scriptTarget = (script: string): string | undefined => (assigned.exec(script) ?? called.exec(script))?.[2]

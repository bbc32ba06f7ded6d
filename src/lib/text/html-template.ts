import { escapeHtml } from './escape-html.ts'

/** Values parsed from JSON never have this symbol, so that third-party text is never treated as markup. */
const markup = Symbol('markup')

/** Trusted markup. */
export interface Html {
  readonly [markup]: string
}

/** A template value: markup is inserted unchanged, other values as escaped text, missing ones as nothing. */
export type HtmlValue = Html | string | number | false | null | undefined | readonly HtmlValue[]

/** An HTML template that escapes its values, except nested templates. */
export const html = (parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html => ({
  [markup]: parts.reduce((made, part, index) => `${made}${shown(values[index - 1])}${part}`),
})

export const htmlText = (made: Html): string => made[markup]

function shown(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return ''
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value))
  return markup in value ? value[markup] : value.map(shown).join('')
}

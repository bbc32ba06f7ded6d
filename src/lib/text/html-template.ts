import { escapeHtml } from './escape-html.ts'

/** No value that was read from JSON has it, so that nothing a third party wrote is taken for markup. */
const markup = Symbol('markup')

/** Markup that this program has written. */
export interface Html {
  readonly [markup]: string
}

/** What may stand in a template: markup as it is, anything else as text; nothing for what is missing. */
export type HtmlValue = Html | string | number | false | null | undefined | readonly HtmlValue[]

/** A template of HTML whose values are shown as text, unless they are templates themselves. */
export const html = (parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html => ({
  [markup]: parts.reduce((made, part, index) => `${made}${shown(values[index - 1])}${part}`),
})

/** The markup as text. */
export const htmlText = (made: Html): string => made[markup]

function shown(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return ''
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value))
  return markup in value ? value[markup] : value.map(shown).join('')
}

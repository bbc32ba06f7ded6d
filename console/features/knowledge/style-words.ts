import type { RowOf } from '../../api/hooks.ts'
import type words from './words.json'

export type Style = RowOf<'list-writing-styles'>
export type Scope = keyof typeof words.scopes

export const scopeOf = ({ surface, channel }: Style): Scope =>
  surface === 'content' ? 'content' : (channel ?? 'reddit')

export const presets = [
  ...(['Expert', 'Conversational', 'Confident', 'Educational', 'Bold'] as const),
  ...(['Empathetic', 'Direct', 'Approachable', 'Storytelling'] as const),
]
export type Preset = (typeof presets)[number]

export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}

import type { ResponseOf } from '../../api/client.ts'

export type Style = ResponseOf<'list-writing-styles'>['data'][number]
export type Scope = 'content' | 'reddit' | 'linkedin'

export const scopes: Record<Scope, string> = {
  content: 'Pages and articles',
  reddit: 'Reddit',
  linkedin: 'LinkedIn',
}

export const scopeOf = ({ surface, channel }: Style): Scope =>
  surface === 'content' ? 'content' : (channel ?? 'reddit')

export const presets = [
  ...(['Expert', 'Conversational', 'Confident', 'Educational', 'Bold'] as const),
  ...(['Empathetic', 'Direct', 'Approachable', 'Storytelling'] as const),
]
export type Preset = (typeof presets)[number]

export const headings = { sentence: 'As in a sentence', title: 'Every Word in Capitals' } as const
export const formalities = {
  default: 'As is usual in the language',
  prefer_more: 'Rather formal',
  prefer_less: 'Rather informal',
} as const
export const statistics = {
  ask: 'Ask each time',
  include: 'May be quoted',
  exclude: 'Never quoted',
} as const
export const englishes = { us: 'American', uk: 'British' } as const

/** The name of a language by its code of two letters. */
export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}

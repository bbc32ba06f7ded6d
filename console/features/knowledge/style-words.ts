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

export const headings = { sentence: 'Sentence case', title: 'Title Case' } as const
export const formalities = {
  default: 'Default for the language',
  prefer_more: 'More formal',
  prefer_less: 'Less formal',
} as const
export const statistics = {
  ask: 'Ask every time',
  include: 'Include',
  exclude: 'Exclude',
} as const
export const englishes = { us: 'American', uk: 'British' } as const

/** The name of a language by its two-letter code. */
export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}

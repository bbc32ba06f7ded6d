import texts from './texts.json' with { type: 'json' }

const names: Record<string, string> = texts.engines

export const engineName = (slug: string): string => names[slug] ?? slug

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })
export const marketName = (code: string): string => {
  try {
    return regions.of(code.toUpperCase()) ?? code
  } catch {
    return code
  }
}

import type { Config } from '../../kernel/config.ts'

export interface Engine {
  slug: string
  name: string
}

const builtIn: readonly Engine[] = [
  { slug: 'chatgpt', name: 'ChatGPT' },
  { slug: 'perplexity', name: 'Perplexity' },
  { slug: 'gemini', name: 'Gemini' },
  { slug: 'google-ai-overviews', name: 'Google AI Overviews' },
  { slug: 'google-ai-mode', name: 'Google AI Mode' },
  { slug: 'claude', name: 'Claude' },
  { slug: 'copilot', name: 'Copilot' },
  { slug: 'grok', name: 'Grok' },
  { slug: 'meta-ai', name: 'Meta AI' },
  { slug: 'deepseek', name: 'DeepSeek' },
  { slug: 'mistral', name: 'Mistral' },
]

/** Other names of engines in exports of answers. */
const alsoKnownAs: Record<string, string> = {
  'ai overviews': 'google-ai-overviews',
  'ai mode': 'google-ai-mode',
  'google gemini': 'gemini',
  'microsoft copilot': 'copilot',
}

/** The built-in engines and those of the configuration. */
export function knownEngines(config: Pick<Config, 'ENGINES'>): readonly Engine[] {
  const further = config.ENGINES.filter(({ slug }) => !builtIn.some((engine) => engine.slug === slug))
  return [...builtIn, ...further]
}

/** Finds the slug of an engine by slug or display name, ignoring case. Undefined if unknown. */
export function engineFinder(config: Pick<Config, 'ENGINES'>): (name: string) => string | undefined {
  const slugs = new Map(Object.entries(alsoKnownAs))
  for (const { slug, name } of knownEngines(config)) slugs.set(slug, slug).set(name.toLowerCase(), slug)
  return (name) => slugs.get(name.trim().toLowerCase())
}

/** Display names of engines. */
const names: Record<string, string> = {
  chatgpt: 'ChatGPT',
  perplexity: 'Perplexity',
  gemini: 'Gemini',
  claude: 'Claude',
  copilot: 'Copilot',
  grok: 'Grok',
  'google-ai-overviews': 'AI Overviews',
  'google-ai-mode': 'AI Mode',
  mistral: 'Mistral',
  deepseek: 'DeepSeek',
  'meta-ai': 'Meta AI',
}

export const engineName = (slug: string): string => names[slug] ?? slug

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })
export const marketName = (code: string): string => {
  try {
    return regions.of(code.toUpperCase()) ?? code
  } catch {
    return code
  }
}

const factual = {
  always_do: ['Name the source of every figure', 'Say for whom a machine is the wrong choice'],
  never_do: ['Call a machine the best without saying at what', 'Speak ill of a competitor'],
}

/** How the brand writes: two styles for its pages, one for each social channel. */
export const demoStyles = [
  {
    surface: 'content',
    name: 'Buying guides',
    tone_of_voice: {
      presets: ['Expert', 'Approachable'],
      custom_tones: ['like the person behind the counter who has repaired your machine'],
      description: 'Explains why before it recommends, and gives measures in place of adjectives.',
    },
    writing_rules: factual,
    competitor_statistics_mode: 'include',
    english_variant: 'uk',
  },
  {
    surface: 'content',
    name: 'Comparison pages',
    tone_of_voice: { presets: ['Direct', 'Confident'], description: 'Fair to both sides, and short.' },
    writing_rules: {
      ...factual,
      always_do: [...factual.always_do, 'Compare the same five measures in a table'],
    },
    heading_case_style: 'title',
    translation_formality: 'prefer_more',
    competitor_statistics_mode: 'ask',
    english_variant: 'us',
  },
  {
    surface: 'social',
    channel: 'reddit',
    name: 'Answers to owners',
    tone_of_voice: { presets: ['Conversational', 'Empathetic'], description: 'One owner to another.' },
    writing_rules: { always_do: ['Say that you work for Calvenzo'], never_do: ['Link to the shop'] },
    language_overrides: {
      de: { formality: 'prefer_less', nuance: 'Du, never Sie' },
      en: { english_variant: 'us', never_do: ['Use exclamation marks'] },
    },
  },
  {
    surface: 'social',
    channel: 'linkedin',
    name: 'News of the workshop',
    tone_of_voice: { presets: ['Storytelling'], description: 'What was repaired, and what it teaches.' },
  },
]

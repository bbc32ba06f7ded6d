declare module 'vader-sentiment/src/vader_lexicon.js' {
  /** Mean valence, -4 to 4, that ten raters gave to each word. */
  export const lexicon: Readonly<Record<string, number>>
}

declare module 'vader-sentiment' {
  export const SentimentIntensityAnalyzer: { polarity_scores(text: string): { compound: number } }
}

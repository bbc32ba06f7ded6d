declare module 'vader-sentiment/src/vader_lexicon.js' {
  /** Mean valence of each word from ten raters, -4 to 4. */
  export const lexicon: Readonly<Record<string, number>>
}

declare module 'vader-sentiment' {
  export const SentimentIntensityAnalyzer: { polarity_scores(text: string): { compound: number } }
}

import texts from './texts.json' with { type: 'json' }

/** Minimum data for a topic's figures. */
export const enoughData = { prompts: 2, citations: 5 }

/**
 * Descriptions of the API's figures, for their fields and for the introduction of the reference. An entity is
 * the brand or an active competitor.
 */
export const metricCatalog = {
  ...texts,
  has_enough_data: `Whether there are at least ${enoughData.prompts} prompts with answers and ${enoughData.citations} citations.`,
}

const metricList = Object.entries(metricCatalog)
  .map(([name, meaning]) => `- \`${name}\`: ${meaning}`)
  .join('\n')

export const metricsIntroduction = `**Metrics**, over the answers that match the filters. An entity is the brand or an active competitor of any relation:

${metricList}

If the engine showed no answer or the provider returned none, there is no execution. Only \`asked\`, \`shown_pct\` and \`coverage_pct\` count such cases.

Figures are rounded to 2 decimals at the very end. A delta or gap is the difference of the two figures as shown. Without
answers every figure is null. Without a mention, an entity’s visibility and share of voice are 0, and its sentiment and
average position are null.`

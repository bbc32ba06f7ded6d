import type { SiteFacts } from '../../lib/site/crawling/site-facts.ts'
import { checks } from './checks/checks.ts'

/** Checks of responses as such: any response at all tells whether what they had found is still so. */
export const checksOfResponses = checks
  .filter(({ category }) => category === 'status' || category === 'redirects')
  .map(({ id }) => id)

/** Checks of the site as a whole, whose findings show at addresses that need not be pages. */
export const checksOfSite = checks.filter(({ ofSite }) => ofSite !== undefined).map(({ id }) => id)

const ofProbes = ['ai-bots-challenged', 'ai-bots-refused']

/** Checks that an audit did not make: what they had found may still be so. */
export const checksLeftOut = ({ bots }: SiteFacts): string[] =>
  bots.some(({ probe }) => probe !== null) ? [] : ofProbes

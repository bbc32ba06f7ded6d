import type { Probe, SiteFacts } from '../../../lib/site/crawling/site-facts.ts'

interface SiteEvidence {
  url: string
  evidence: string[]
}

const named = (url: string, bot: string): string => `${url}#${encodeURIComponent(bot)}`

/** The home page, if robots.txt keeps bots of these purposes from it; the evidence is robots.txt with their names. */
export function blockedBots({ home, robots, bots }: SiteFacts, purposes: readonly string[]): SiteEvidence[] {
  const blocked = bots.filter(({ purpose, isAllowed }) => !isAllowed && purposes.includes(purpose))
  if (robots.state !== 'read' || blocked.length === 0) return []
  return [{ url: home.url, evidence: blocked.map(({ robotsToken }) => named(robots.url, robotsToken)) }]
}

/**
 * The home page, if a request under the name of a bot got something that this audit did not; the evidence is its
 * address with the names of the bots.
 */
export function probedBots({ home, bots }: SiteFacts, isMeant: (probe: Probe) => boolean): SiteEvidence[] {
  const isHomeFine = home.status !== null && home.status < 400
  const meant = bots.filter(({ probe }) => probe !== null && isMeant(probe))
  if (!isHomeFine || meant.length === 0) return []
  return [{ url: home.url, evidence: meant.map(({ bot }) => named(home.url, bot)) }]
}

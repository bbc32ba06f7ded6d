import { defineCheck } from '../define-check.ts'

export const robotsTxtBlocksHome = defineCheck({
  id: 'robots-txt-blocks-home',
  name: 'robots.txt blocks the home page',
  category: 'indexability',
  issue_type: 'critical',
  severity: 'high',
  description: 'robots.txt keeps all crawlers that are not named from the home page.',
  docs: {
    what: 'The rules for all crawlers forbid the address where reading the site begins.',
    why: 'Nearly all crawlers stop here. For AI engines the site does not exist.',
    how: 'Take “Disallow: /” away, or limit it to what is private.',
    example: `User-agent: *
Disallow: /`,
  },
  ofSite: ({ robots, home }) =>
    robots.state === 'read' && !robots.isHomeAllowed ? [{ url: home.url, evidence: [robots.url] }] : [],
})

import { defineCheck } from '../define-check.ts'

export const siteReadInPart = defineCheck({
  id: 'site-read-in-part',
  name: 'Site was not read to its end',
  category: 'status',
  issue_type: 'warning',
  severity: 'medium',
  description:
    'The audit ended before all known pages were read, so that its findings are of a part of the site.',
  docs: {
    what: 'The site has more pages than an audit reads, is too slow for the time that an audit takes, or stopped to answer.',
    why: 'What an audit does not get to, crawlers of AI engines with less patience do not either.',
    how: 'Look at the findings about speed and errors first. Take endless addresses such as filters out of the links of the site.',
    example: '30,000 pages read, 70,000 known and not read',
  },
  ofSite: ({ home, crawl }) => (crawl.end === 'complete' ? [] : [{ url: home.url, evidence: [] }]),
})

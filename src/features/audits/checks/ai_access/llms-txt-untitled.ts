import { defineCheck } from '../define-check.ts'

export const llmsTxtUntitled = defineCheck({
  id: 'llms-txt-untitled',
  name: 'llms.txt does not begin with a heading',
  category: 'ai_access',
  issue_type: 'opportunity',
  severity: 'low',
  description: 'The file llms.txt is there, but is not of the form that its readers look for.',
  docs: {
    what: 'The proposal (llmstxt.org) has one required part, a first-level heading with the name of the site.',
    why: 'Tools that parse the file may take it for something else and pass over it.',
    how: 'Begin the file with # and the name of the site.',
    example: '# Shop Example',
  },
  ofSite: ({ llmsTxt }) =>
    llmsTxt.exists && llmsTxt.title === null ? [{ url: llmsTxt.url, evidence: [] }] : [],
})

import { defineCheck } from '../define-check.ts'
import { isUnreachable, pageIf } from '../page-kinds.ts'

export const unreachablePage = defineCheck({
  id: 'unreachable-page',
  name: 'Page cannot be reached',
  category: 'status',
  issue_type: 'critical',
  severity: 'high',
  description: 'No response came: the connection failed, took too long, or what came was no HTTP.',
  docs: {
    what: 'The host has no address, refuses connections, has a bad certificate, answers too slowly, or breaks off.',
    why: 'Crawlers wait a few seconds, and those that fetch a page while somebody waits for an answer less. Then they go elsewhere.',
    how: 'Check DNS, certificate and firewall of the host, and how long the page takes under load.',
    example: 'GET https://shop.example/ → certificate has expired',
  },
  ofPage: (facts) => pageIf(facts.redirects.length === 0 && isUnreachable(facts)),
})

import { defineCheck } from '../define-check.ts'
import { pageIf } from '../page-kinds.ts'

/** Other checks speak of those who are kept out. */
const refused = [401, 403, 407, 429, 451]

export const clientError = defineCheck({
  id: 'client-error',
  name: 'Page is gone or was never there',
  category: 'status',
  issue_type: 'error',
  severity: 'high',
  description: 'The server answers with an error that says the address is wrong, such as 404.',
  docs: {
    what: 'A link, a sitemap or both lead to an address that the server answers with a 4xx status.',
    why: 'Engines drop a page that answers so from what they draw answers on, and a citation of it leads readers nowhere.',
    how: 'Bring the page back, redirect the address to what has replaced it with 301, or take the links and sitemap entries away.',
    example: `GET /pricing-2023 → 404
GET /pricing-2023 → 301 to /pricing`,
  },
  ofPage({ redirects, response }) {
    const status = redirects.length === 0 && response !== null && !response.isChallenge ? response.status : 0
    return pageIf(status >= 400 && status < 500 && !refused.includes(status))
  },
})

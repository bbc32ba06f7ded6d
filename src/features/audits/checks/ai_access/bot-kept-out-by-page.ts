import { robotsRules } from '../../../../lib/site/pages/robots-directives.ts'
import { defineCheck } from '../define-check.ts'
import { contentOf, elements } from '../page-kinds.ts'

const excluding = ['noindex', 'none', 'nosnippet', 'max-snippet:0']

export const botKeptOutByPage = defineCheck({
  id: 'bot-kept-out-by-page',
  name: 'Page keeps single crawlers out',
  category: 'ai_access',
  issue_type: 'error',
  severity: 'medium',
  description: 'The page tells crawlers that it names not to keep or quote it.',
  docs: {
    what: 'A robots meta element or an X-Robots-Tag header for a named crawler says noindex, none or nosnippet.',
    why: 'That crawler’s engine cannot use the page although others can. Where it is Googlebot or Bingbot, AI answers go with it.',
    how: 'Take the directive away, or make sure that it is still meant.',
    example: '<meta name="googlebot" content="noindex">',
  },
  ofPage(facts) {
    if (contentOf(facts) === undefined) return undefined
    const rules = robotsRules(facts).filter(
      ({ agent, directives }) =>
        agent !== '*' && directives.some((directive) => excluding.includes(directive)),
    )
    return elements(rules.map(({ agent }) => `${facts.url}#${encodeURIComponent(agent)}`))
  },
})

import type { FetchedPage } from '../../fetching/fetcher.ts'

/** Statuses of bot challenge pages. */
const statuses = [202, 401, 403, 405, 406, 429, 503]
/** Marks of common bot protections: Cloudflare, Imperva, HUMAN, DataDome, Akamai, AWS WAF, Sucuri. */
const marks =
  /cf-chl|challenge-platform|cdn-cgi\/challenge|_incapsula_resource|px-captcha|captcha-delivery\.com|sec-if-cpt-container|awswafcaptcha|token\.awswaf\.com|sucuri_cloudproxy|g-recaptcha|h-captcha/i
const readBytes = 64 * 1024

/** Whether a response is a bot challenge instead of the page. */
export function isChallenge({ status, headers, body }: FetchedPage): boolean {
  if (headers.get('cf-mitigated') === 'challenge') return true
  if (['challenge', 'captcha'].includes(headers.get('x-amzn-waf-action') ?? '')) return true
  return statuses.includes(status) && marks.test(body.toString('latin1', 0, readBytes))
}

/** A list of addresses that somebody publishes. */
export interface RangeSource {
  /** Also the name of its file in the folder of lists. */
  name: string
  url: string
  /** Of a list for many services, those that count. */
  services?: readonly string[]
  /** Its addresses are those of proxies, behind which a log may hold them in place of a bot’s. */
  isOfProxy?: true
}

const google = 'https://developers.google.com/static/crawling/ipranges'
const amazon = 'https://developer.amazon.com/amazonbot'

/**
 * Every list that is fetched: what operators publish about their bots, each named in the documentation that the bot’s
 * `verification.source` points to, and the proxies that most sites stand behind.
 */
export const rangeSources: readonly RangeSource[] = [
  { name: 'gptbot', url: 'https://openai.com/gptbot.json' },
  { name: 'oai-searchbot', url: 'https://openai.com/searchbot.json' },
  { name: 'chatgpt-user', url: 'https://openai.com/chatgpt-user.json' },
  { name: 'oai-adsbot', url: 'https://openai.com/adsbot.json' },
  { name: 'anthropic', url: 'https://claude.com/crawling/bots.json' },
  { name: 'perplexitybot', url: 'https://www.perplexity.com/perplexitybot.json' },
  { name: 'perplexity-user', url: 'https://www.perplexity.com/perplexity-user.json' },
  { name: 'google-common-crawlers', url: `${google}/common-crawlers.json` },
  { name: 'google-user-triggered-fetchers', url: `${google}/user-triggered-fetchers-google.json` },
  { name: 'google-user-triggered-agents', url: `${google}/user-triggered-agents.json` },
  { name: 'applebot', url: 'https://search.developer.apple.com/applebot.json' },
  { name: 'amazonbot', url: `${amazon}/ip-addresses/` },
  { name: 'amzn-searchbot', url: `${amazon}/searchbot-ip-addresses/` },
  { name: 'amzn-user', url: `${amazon}/live-ip-addresses/` },
  { name: 'mistralai-user', url: 'https://mistral.ai/mistralai-user-ips.json' },
  { name: 'mistralai-index', url: 'https://mistral.ai/mistralai-index-ips.json' },
  { name: 'duckassistbot', url: 'https://duckduckgo.com/duckassistbot.json' },
  { name: 'ccbot', url: 'https://index.commoncrawl.org/ccbot.json' },
  { name: 'linerbot', url: 'https://docs.getliner.com/linerbot.json' },
  { name: 'shapbot', url: 'https://docs.parallel.ai/resources/shapbot.json' },

  { name: 'cloudflare-v4', url: 'https://www.cloudflare.com/ips-v4', isOfProxy: true },
  { name: 'cloudflare-v6', url: 'https://www.cloudflare.com/ips-v6', isOfProxy: true },
  { name: 'fastly', url: 'https://api.fastly.com/public-ip-list', isOfProxy: true },
  {
    name: 'cloudfront',
    url: 'https://ip-ranges.amazonaws.com/ip-ranges.json',
    services: ['CLOUDFRONT', 'CLOUDFRONT_ORIGIN_FACING'],
    isOfProxy: true,
  },
]

/** The list of an operator’s own proxies with public addresses: nobody publishes it, it is put there by hand. */
export const ownProxies = 'proxies'

export const proxyRangeNames: readonly string[] = [
  ownProxies,
  ...rangeSources.filter(({ isOfProxy }) => isOfProxy).map(({ name }) => name),
]

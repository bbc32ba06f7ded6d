/** Operator of each AI crawler in crawler-user-agents.json by its pattern; one entry has no user agent. */
export const aiCrawlerOperators: Readonly<Record<string, string>> = {
  AI2Bot: 'Ai2',
  'Amzn-SearchBot': 'Amazon',
  'Amzn-User': 'Amazon',
  Anomura: 'Direqt',
  ApifyBot: 'Apify',
  ApifyWebsiteContentCrawler: 'Apify',
  'Aranet-SearchBot': 'Aranet',
  'AzureAI-SearchBot': 'Microsoft',
  Brightbot: 'Bright Data',
  Bytespider: 'ByteDance',
  CCBot: 'Common Crawl',
  Channel3Bot: 'Channel3',
  'ChatGLM-Spider': 'Zhipu AI',
  'ChatGPT-User': 'OpenAI',
  'Claude-SearchBot': 'Anthropic',
  'Claude-User': 'Anthropic',
  'Claude-Web': 'Anthropic',
  'Cloudflare-AutoRAG': 'Cloudflare',
  DeepSeekBot: 'DeepSeek',
  Devin: 'Cognition',
  DuckAssistBot: 'DuckDuckGo',
  ExteContextCrawl: 'Exte',
  FacebookBot: 'Meta',
  FirecrawlAgent: 'Firecrawl',
  Flyriverbot: 'Flyriver',
  GPTBot: 'OpenAI',
  'Gemini-Deep-Research': 'Google',
  'Google-CloudVertexBot': 'Google',
  'Google-Extended': 'Google',
  'Google-NotebookLM': 'Google',
  HenkBot: 'Valyu',
  ImageMind: 'ImageMind',
  'Kangaroo Bot': 'Kangaroo LLM',
  KendraBot: 'Amazon',
  KunatoCrawler: 'Kunato',
  'LinerBot\\/': 'Liner',
  LinkupBot: 'Linkup',
  'MistralAI-User': 'Mistral AI',
  Novellum: 'Novellum',
  'OAI-SearchBot': 'OpenAI',
  'Perplexity-User': 'Perplexity',
  'PerplexityBot\\/': 'Perplexity',
  PerplexityUser: 'Perplexity',
  PhindBot: 'Phind',
  'Poggio-Citations': 'Poggio',
  'SBIntuitionsBot\\/': 'SB Intuitions',
  ShapBot: 'Parallel',
  'Spawning-AI': 'Spawning',
  'Spider[\\s\\S]*spider\\.com': 'Spider',
  'TSM-turingos': 'TuringOS',
  'TaraGroup Intelligent Bot': 'TaraGroup',
  TavilyBot: 'Tavily',
  TerraCotta: 'Ceramic AI',
  'The Knowledge AI': 'The Knowledge AI',
  Thinkbot: 'Thinkbot',
  TikTokSpider: 'ByteDance',
  ZanistaBot: 'Zanista',
  '[cC]laude[bB]ot': 'Anthropic',
  'anthropic-ai': 'Anthropic',
  'atlassian-bot': 'Atlassian',
  'bigsur\\.ai': 'Big Sur AI',
  'cohere-ai': 'Cohere',
  'cohere-training-data-crawler': 'Cohere',
  crawl4ai: 'Crawl4AI',
  'iAskBot\\/': 'iAsk',
  iaskspider: 'iAsk',
  imageSpider: 'ByteDance',
  img2dataset: 'img2dataset',
  'kagi-fetcher': 'Kagi',
  'laion-huggingface-processor': 'LAION',
  'linkReader\\/': 'Sider',
  'meta-externalagent\\/': 'Meta',
  'newsai\\/': 'unknown',
  'semantic-visions': 'Semantic Visions',
}

/** AI bots that crawler-user-agents.json does not tag as AI crawlers, but ai.robots.txt lists. */
const namedByAiRobotsTxt = [
  ...['AddSearchBot', 'AmazonBuyForMe', 'Amazonbot', 'Applebot', 'AwarioBot', 'AwarioRendererBot'],
  ...['AwarioRssBot', 'AwarioSmartBot', 'BraveBot', 'BuddyBot', 'Cotoyogi', 'Diffbot\\/'],
  ...['EchoboxBot\\/', 'FriendlyCrawler\\/', 'Google-Agent', 'Google-Gemini-CLI', 'GoogleAgent-Mariner'],
  ...['GoogleOther', 'ICC-Crawler', 'ISSCyberRiskCrawler\\/', 'ImagesiftBot', 'Linguee Bot', 'Manus-User'],
  ...['Novaact\\/', 'Operator\\/', 'PanguBot', 'PetalBot', 'QualifiedBot\\/', 'Scrapy'],
  ...['Sidetrade indexer bot', 'Timpibot', 'TwinAgent', 'VelenPublicWebCrawler', 'WARDBot\\/'],
  ...['WRTNBot', 'YaK\\/', 'YouBot', '^LCC ', 'aiHitBot', 'factset_spyderbot', 'meta-externalfetcher\\/'],
  ...['meta-webindexer', 'omgili', 'opencode-smartfetch', 'panscient', 'wpbot\\/'],
]
/** AI bots that crawler-user-agents.json describes as browsers for AI agents. */
const browsersForAgents = ['Amazon-Bedrock-AgentCore-Browser', 'Anchor Browser']
/** Crawlers of companies that answer questions, or sell data to such companies. */
const crawlersForAnswers = ['IbouBot', 'Kagibot\\/', 'webzio']
/** Crawlers of companies that answer questions, for their other products. */
const otherProducts = ['meta-externalads\\/']

export const alsoAiBots: readonly string[] = [
  ...namedByAiRobotsTxt,
  ...browsersForAgents,
  ...crawlersForAnswers,
  ...otherProducts,
]

/** Names in ai.robots.txt that are not AI bots here: link previews, and editors that open pages. */
export const notAiBots: readonly string[] = ['facebookexternalhit', 'Code', 'Trae']

/** User agents for names in ai.robots.txt that are too common to recognize without context. */
export const userAgentsOfCommonNames: Readonly<Record<string, string>> = {
  LCC: 'LCC (+http://corpora.informatik.uni-leipzig.de/crawler_faq.html)',
  Spider: 'Mozilla/5.0 (compatible; Spider; +https://www.spider.com/)',
}

/** Catalog names of agents that ai.robots.txt lists under another name. */
export const otherNames: Readonly<Record<string, string>> = {
  'Brightbot 1.0': 'Brightbot',
  CloudVertexBot: 'Google-CloudVertexBot',
  'MistralAI-User/1.0': 'MistralAI-User',
  NotebookLM: 'Google-NotebookLM',
  Panscient: 'panscient.com',
  'Terra Cotta': 'TerraCotta',
  YandexAdditional: 'YandexAdditionalBot',
  'iaskspider/2.0': 'iaskspider',
  'quillbot.com': 'QuillBot',
}

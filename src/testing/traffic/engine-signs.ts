/** Signs of one engine: what browsers and engines send. */
export interface EngineSigns {
  engine: string
  referrers: readonly string[]
  sources: readonly string[]
  /** A referrer of another engine. */
  other: string
}

/** Twelve engines, as in public descriptions; written down again, so that the program’s table cannot excuse itself. */
export const engineSigns: readonly EngineSigns[] = [
  ['chatgpt', ['https://chatgpt.com/', 'https://chat.openai.com/c/1'], ['chatgpt.com', 'openai']],
  ['perplexity', ['https://www.perplexity.ai/search?q=x', 'https://perplexity.ai'], ['perplexity']],
  ['gemini', ['https://gemini.google.com/app', 'https://bard.google.com/'], ['gemini.google.com']],
  ['copilot', ['https://copilot.microsoft.com/', 'https://m365.cloud.microsoft/chat'], ['copilot.com']],
  ['claude', ['https://claude.ai/chat/1', 'https://CLAUDE.ai:443/'], ['claude', 'claude.ai']],
  ['grok', ['https://grok.com/', 'https://x.com/i/grok', 'https://x.com/i/grok/share/1'], ['grok']],
  ['meta-ai', ['https://www.meta.ai/', 'http://meta.ai/'], ['meta.ai']],
  ['mistral', ['https://chat.mistral.ai/chat', 'https://mistral.ai/'], ['mistral', 'chat.mistral.ai']],
  ['deepseek', ['https://chat.deepseek.com/', 'https://deepseek.com./'], ['deepseek']],
  ['you', ['https://you.com/search?q=x', 'https://about.you.com/'], ['you.com', 'www.you.com']],
  ['phind', ['https://www.phind.com/', 'https://phind.com/search?x=1&y=2'], ['phind']],
  ['duck-ai', ['https://duck.ai/chat', 'https://duck.ai/#frag'], ['duck.ai']],
].map(([engine, referrers, sources]) => ({
  ...{ engine: engine as string, referrers: referrers as string[], sources: sources as string[] },
  other: engine === 'claude' ? 'https://grok.com/' : 'https://claude.ai/',
}))

/** Referrers of hosts and addresses that only contain an engine’s name, and of search engines. */
export const lookAlikes = [
  ...['https://notchatgpt.com/', 'https://you.community/', 'https://chatgpt.com.evil.example/'],
  ...['https://evil.example/chatgpt.com', 'https://chatgpt.com@evil.example/', 'https://t.co/chatgpt'],
  ...['https://example.com/?to=https://claude.ai/', 'https://x.com/i/grokking', 'https://x.com/grok'],
  ...['https://thank-you.com/', 'https://meta.aid.org/', 'https://duck.air/', 'https://api.ai/'],
  ...['https://google.com/', 'https://www.bing.com/search?q=chatgpt.com', 'https://duckduckgo.com/?q=x'],
  ...['https://deepseek.company/', 'https://grok.com.example/', 'https://mistral.aint.net/', 'chatgpt.com'],
  ...['ftp://chatgpt.com/', 'https://chatgpt.co/', 'https://hatgpt.com/', 'https://openai.com.ai.example/'],
]

/** Queries that name no engine, or a word that campaigns share with one. */
export const lookAlikeQueries = [
  ...['utm_source=gemini', 'utm_source=you', 'utm_source=meta', 'utm_source=pi', 'utm_source=notchatgpt'],
  ...['utm_source=chatgpt-newsletter', 'utm_medium=chatgpt.com', 'source=chatgpt.com', 'utm_medium=cpc'],
  ...['xoppref=1', 'opprefs=1', 'utm_source=', 'utm_source=claudette', 'q=utm_source%3Dchatgpt.com'],
]

export const browsers = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 14; CUBOT NOTE 50) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
]

/** AI bots, which the program counts as their visits. */
export const aiBots = [
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot',
  'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Perplexity-User/1.0; +https://perplexity.ai/perplexity-user)',
]

/** Other programs, as they name themselves. */
export const programs = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
  'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
  'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)',
  'Mozilla/5.0 (compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)',
  'Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Screaming Frog SEO Spider/20.0',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Linux; Android 11) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/136.0.0.0 Mobile Safari/537.36 Chrome-Lighthouse',
  ...['curl/8.9.1', 'Wget/1.24.5', 'python-requests/2.32.3', 'Python/3.12 aiohttp/3.10', 'Go-http-client/2.0'],
  ...['Java/21.0.2', 'Apache-HttpClient/4.5.14 (Java/17.0.9)', 'okhttp/4.12.0', 'axios/1.7.7', 'node-fetch/1.0'],
  ...['GuzzleHttp/7', 'libwww-perl/6.72', 'PostmanRuntime/7.42.0'],
  ...['WhatsApp/2.24.20.89 A', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', 'undici', 'Ruby'],
]

/** A line of an access log in the combined format, with its line break. */
export function line({
  at = '2026-06-10T08:00:00Z',
  address = '198.51.100.7',
  agent = 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  target = '/',
  status = 200,
}): string {
  const [, day, month, year, time] = /^\w+, (\d+) (\w+) (\d+) ([\d:]+)/.exec(new Date(at).toUTCString()) ?? []
  return `${address} - - [${day}/${month}/${year}:${time} +0000] "GET ${target} HTTP/1.1" ${status} 512 "-" "${agent}"\n`
}

export const person = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/139.0.0.0 Safari/537.36'
export const claude = 'Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)'

/** The result of a log import. */
export interface Taken {
  lines: number
  visits: number
  duplicates: number
  ignored: number
  rejected: number
  first_rejections: { line: number; reason: string }[]
}

import { auditBot } from '../../lib/site/site-fetcher.ts'
import { checks, docsPage } from './checks/index.ts'

/** What `docs_url` of an issue leads to; undefined where there is no such check. */
export function checkPage(id: string): string | undefined {
  const check = checks.find((one) => one.id === id)
  return check === undefined ? undefined : docsPage(check)
}

/** What the user agent of audits leads to: for owners of sites who wonder who asks them. */
export const auditsPage = (): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Audits · Sightline</title>
<link rel="icon" href="data:,">
</head>
<body>
<main>
<h1>${auditBot}</h1>
<p>Sightline reads a web site for the brand whose site it is, to find what keeps AI search engines from reading it well.
It asks as <code>${auditBot}</code>, follows robots.txt and its crawl delay, uses few connections, slows down where the
server does, and sends no forms. Once in an audit it asks for the home page as each of the main AI bots, with
<code>${auditBot}</code> in that name as well, to see whether they get it.</p>
<p>To keep it out:</p>
<pre><code>User-agent: ${auditBot}
Disallow: /</code></pre>
<h2>What it looks for</h2>
<ul>
${checks.map(({ id, name }) => `<li><a href="/docs/checks/${id}">${name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</a></li>`).join('\n')}
</ul>
</main>
</body>
</html>
`

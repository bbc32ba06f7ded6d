import { auditBot } from '../../../lib/site/site-fetcher.ts'
import { escapeHtml } from '../../../lib/text/escape-html.ts'
import { checks } from '../checks/checks.ts'

const style = `body { max-width: 44rem; margin: 3rem auto; padding: 0 1rem; font: 1rem/1.6 system-ui, sans-serif }
pre { padding: 1rem; overflow-x: auto; background: #f4f4f4 } h1 { line-height: 1.2 } .kind { color: #555 }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #181818 } pre { background: #252525 } .kind { color: #aaa } }`

/**
 * The page behind `docs_url` of an issue: HTML without scripts or external resources. Undefined if the check does not
 * exist.
 */
export function checkPage(id: string): string | undefined {
  const check = checks.find((one) => one.id === id)
  if (check === undefined) return undefined
  const { name, category, issue_type, severity, description, docs } = check
  const section = (heading: string, text: string) => `<h2>${heading}</h2>\n<p>${escapeHtml(text)}</p>\n`
  const about = `<meta name="description" content="${escapeHtml(description)}">`
  return page(
    name,
    `${about}\n<style>${style}</style>`,
    `<p class="kind">${escapeHtml(category)} · ${issue_type} · severity ${severity}</p>
<h1>${escapeHtml(name)}</h1>
${section('What it is', docs.what)}${section('Why it matters to AI engines', docs.why)}${section('How to fix it', docs.how)}<h2>Example</h2>
<pre><code>${escapeHtml(docs.example)}</code></pre>`,
  )
}

/** The page linked from the user agent of audits, for site owners. */
export const auditsPage = (): string =>
  page(
    'Audits',
    '',
    `<h1>${auditBot}</h1>
<p>Sightline audits a brand’s own website for problems that prevent AI search engines from reading it. Its user agent
contains <code>${auditBot}</code>. It follows robots.txt and its crawl delay, uses few connections, slows down with the
server, and submits no forms. Once per audit, it requests the home page with the user agent of each main AI bot,
including <code>${auditBot}</code>, to check whether they can read it.</p>
<p>To block it:</p>
<pre><code>User-agent: ${auditBot}
Disallow: /</code></pre>
<h2>Checks</h2>
<ul>
${checks.map(({ id, name }) => `<li><a href="/docs/checks/${id}">${escapeHtml(name)}</a></li>`).join('\n')}
</ul>`,
  )

const page = (title: string, head: string, main: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Sightline</title>
<link rel="icon" href="data:,">
${head}
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`

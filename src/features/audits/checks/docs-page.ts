import type { Check } from './define-check.ts'

const style = `body { max-width: 44rem; margin: 3rem auto; padding: 0 1rem; font: 1rem/1.6 system-ui, sans-serif }
pre { padding: 1rem; overflow-x: auto; background: #f4f4f4 } h1 { line-height: 1.2 } .kind { color: #555 }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #181818 } pre { background: #252525 } .kind { color: #aaa } }`

/** The page that `docs_url` of an issue leads to: HTML without scripts and without anything from elsewhere. */
export function docsPage({ name, category, issue_type, severity, description, docs }: Check): string {
  const section = (heading: string, text: string) => `<h2>${heading}</h2>\n<p>${escapeHtml(text)}</p>\n`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(name)} · Sightline</title>
<meta name="description" content="${escapeHtml(description)}">
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
<p class="kind">${escapeHtml(category)} · ${issue_type} · severity ${severity}</p>
<h1>${escapeHtml(name)}</h1>
${section('What it is', docs.what)}${section('Why it matters to AI engines', docs.why)}${section('How to mend it', docs.how)}<h2>Example</h2>
<pre><code>${escapeHtml(docs.example)}</code></pre>
</main>
</body>
</html>
`
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '')

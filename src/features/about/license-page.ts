import { readFileSync } from 'node:fs'
import { escapeHtml } from '../../lib/text/escape-html.ts'

export function licensePage(): string {
  const text = readFileSync(new URL('../../../LICENSE', import.meta.url), 'utf8')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>License of Sightline</title>
</head>
<body>
<pre>${escapeHtml(text)}</pre>
</body>
</html>
`
}

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { consoleFiles } from './generate/console.ts'
import { docsFiles } from './generate/docs.ts'
import { document, type Generated } from './generate/document.ts'
import { examplesFile } from './generate/examples.ts'
import { sdkFiles } from './generate/sdk.ts'
import { tablesFile } from './generate/tables.ts'

// Writes all generated files. `--check` lists each committed file that differs and exits with 1. `--ignored`
// only writes the files that git ignores; npm ci runs it.
const { check, ignored } = parseArgs({
  options: { check: { type: 'boolean' }, ignored: { type: 'boolean' } },
}).values

const files: Generated[] = [
  // It needs a PostgreSQL server, which npm ci should not start.
  ...(ignored ? [] : [await tablesFile()]),
  // First: it completes the examples of the document.
  examplesFile(document),
  { path: 'openapi.json', text: `${JSON.stringify(document, null, 2)}\n` },
  ...sdkFiles(),
  ...consoleFiles(),
  ...docsFiles(),
]
for (const { path, text, isIgnored } of files) {
  const file = new URL(`../${path}`, import.meta.url)
  const isCurrent = existsSync(file) && readFileSync(file, 'utf8') === text
  if (isCurrent || (ignored && !isIgnored)) continue
  if (!check || isIgnored) {
    writeFileSync(file, text)
  } else {
    console.error(`${path} is out of date; run npm run generate and commit it`)
    process.exitCode = 1
  }
}

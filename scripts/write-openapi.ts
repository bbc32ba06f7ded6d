import { readFileSync, writeFileSync } from 'node:fs'
import { features } from '../src/features.ts'
import { openApiDocument } from '../src/interfaces/openapi/openapi.ts'
import { version } from '../src/lib/version.ts'

// Writes openapi.json; with --check only says whether the committed one is that of the code.
const path = new URL('../openapi.json', import.meta.url)
const text = `${JSON.stringify(openApiDocument(features, version), null, 2)}\n`
if (!process.argv.includes('--check')) {
  writeFileSync(path, text)
} else if (readFileSync(path, 'utf8') !== text) {
  console.error('openapi.json is not what the code says: run npm run openapi and commit it')
  process.exitCode = 1
}

import { readFileSync, writeFileSync } from 'node:fs'
import { variables } from '../src/config.ts'

// Writes the table of environment variables in docs/operations.md; with --check only says whether it is that of the code.
const path = new URL('../docs/operations.md', import.meta.url)
const [begin, end] = ['<!-- variables: npm run docs -->', '<!-- end of variables -->']
const rows = Object.entries(variables).map(
  ([name, { fallback, doc }]) => `| \`${name}\` | ${fallback === '' ? '–' : `\`${fallback}\``} | ${doc} |`,
)
const table = ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n')
const text = readFileSync(path, 'utf8')
const [before, after] = [text.indexOf(begin), text.indexOf(end)]
if (before === -1 || after < before) throw new Error(`docs/operations.md has no lines ${begin} and ${end}`)
const written = `${text.slice(0, before)}${begin}\n${table}\n${text.slice(after)}`
if (!process.argv.includes('--check')) {
  writeFileSync(path, written)
} else if (written !== text) {
  console.error('docs/operations.md is not what the code says: run npm run docs and commit it')
  process.exitCode = 1
}

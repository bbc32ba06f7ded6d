import { readFileSync, writeFileSync } from 'node:fs'
import { variables } from '../src/config.ts'
import { features } from '../src/features.ts'
import { roles } from '../src/kernel/roles.ts'

// Writes the tables of the documentation that the code decides; with --check only says whether they are those of the code.

const table = (names: readonly string[], rows: readonly (readonly string[])[]) =>
  [names, names.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const ofVariables = table(
  ['variable', 'default', 'meaning'],
  Object.entries(variables).map(([name, { fallback, doc }]) => [
    `\`${name}\``,
    fallback === '' ? '–' : `\`${fallback}\``,
    doc,
  ]),
)

/** What each role may do that the one before it may not. */
const ofRoles = table(
  ['what', ...roles],
  features.flatMap(({ name, operations = [] }) => {
    const cells = roles.map((role) =>
      operations
        .filter((operation) => operation.role === role)
        .map((operation) => `\`${operation.name}\``)
        .join(' '),
    )
    return cells.every((cell) => cell === '') ? [] : [[name.replaceAll('-', ' '), ...cells]]
  }),
)

const parts = [
  { file: 'operations.md', name: 'variables', text: ofVariables },
  { file: 'people.md', name: 'roles', text: ofRoles },
]

for (const { file, name, text } of parts) {
  const path = new URL(`../docs/${file}`, import.meta.url)
  const [begin, end] = [`<!-- ${name}: npm run docs -->`, `<!-- end of ${name} -->`]
  const former = readFileSync(path, 'utf8')
  const [from, to] = [former.indexOf(begin), former.indexOf(end)]
  if (from === -1 || to < from) throw new Error(`docs/${file} has no lines ${begin} and ${end}`)
  const written = `${former.slice(0, from)}${begin}\n${text}\n${former.slice(to)}`
  if (!process.argv.includes('--check')) {
    writeFileSync(path, written)
  } else if (written !== former) {
    console.error(`docs/${file} is not what the code says: run npm run docs and commit it`)
    process.exitCode = 1
  }
}

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

// Runs the named benchmarks, such as `npm run bench audit`; by default, those that need no size.
const named = process.argv.slice(2)
const names = named.length > 0 ? named : ['mention-finder', 'import-answers', 'me', 'reads']
for (const name of names) {
  const file = fileURLToPath(new URL(`./${name}.ts`, import.meta.url))
  const { status } = spawnSync(process.execPath, [file], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

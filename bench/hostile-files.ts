import { readdirSync, readFileSync } from 'node:fs'
import { hostileFiles } from '../src/testing/hostile-files.ts'
import { importKinds, makeHostileBrand } from '../src/testing/hostile-imports.ts'
import { startTestApp } from '../src/testing/test-app.ts'
import { processorTime, table } from './measure.ts'

// CPU time and memory of uploads of hostile files: `npm run bench hostile-files`, or `node
// bench/hostile-files.ts [megabytes] [kind] [shape]`. Allows 5 s per 10 MB, and for smaller files. Includes
// the stores.

const megabytes = Number(process.argv[2] ?? 2)
const only = { kind: process.argv[3] ?? '', shape: process.argv[4] ?? '' }
const budgetSeconds = 5 * Math.max(1, megabytes / 10)

/** This process and all below it. */
function spentSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system + spentBelow(String(process.pid))) / 1e6
}

function spentBelow(parent: string): number {
  let spent = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      if (stat.split(') ').at(-1)?.split(' ')[1] === parent) spent += processorTime(Number(pid)) + spentBelow(pid)
    } catch {
      // The process has ended since it was listed.
    }
  return spent
}

const running = await startTestApp({ BOT_HOST_NAMES: 'ignore' })
const brand = await makeHostileBrand(running)
const rows: Record<string, string | number>[] = []
for (const [name, kind] of Object.entries(importKinds)) {
  if (!name.includes(only.kind)) continue
  const measured: { shape: string; seconds: number; mb: number; outcome: string }[] = []
  for (const { shape, bytes } of hostileFiles(kind, megabytes * 1_000_000, 1)) {
    if (!shape.includes(only.shape)) continue
    let most = process.memoryUsage.rss()
    const before = most
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss())
    }, 20)
    const begin = spentSeconds()
    const outcome = await kind.send(running, brand, bytes)
    const seconds = spentSeconds() - begin
    clearInterval(watch)
    const told = 'refused' in outcome ? outcome.refused.slice(0, 60) : `${outcome.good} lines fit`
    measured.push({ shape, seconds, mb: (most - before) / 1e6, outcome: told })
    if (seconds > budgetSeconds) console.log(`${name}, ${shape}: ${seconds.toFixed(1)} s; ${told}`)
  }
  measured.sort((one, other) => other.seconds - one.seconds)
  for (const { shape, seconds, mb, outcome } of measured.slice(0, 3))
    rows.push({
      import: name,
      shape,
      'processor s': seconds.toFixed(2),
      'additional memory, MB': mb.toFixed(0),
      outcome,
    })
  const sum = measured.reduce((total, { seconds }) => total + seconds, 0)
  const memory = Math.max(...measured.map(({ mb }) => mb)).toFixed(0)
  rows.push({
    import: name,
    shape: `all ${measured.length}`,
    'processor s': sum.toFixed(1),
    'additional memory, MB': memory,
    outcome: '',
  })
}
await running.close()
table(`Hostile files of ${megabytes} MB: limit ${budgetSeconds} s each`, rows)

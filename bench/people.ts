import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeLog } from './log-files.ts'
import { table } from './measure.ts'
import { type Measured, runImport } from './measured-command.ts'

// Imports an access log with bots and people from AI engines, and again with the sink of people turned off: the real
// command on one core, alternating. Compares CPU time. `node bench/people.ts [lines] [rounds]`

const lines = Number(process.argv[2] ?? 5_000_000)
const rounds = Number(process.argv[3] ?? 3)
const off = { NODE_OPTIONS: `--import ${fileURLToPath(new URL('without-people.ts', import.meta.url))}` }

const rowOf = (of: string, { cpuSeconds, peak, peaks }: Measured, ratio: string) => ({
  import: of,
  'CPU seconds': cpuSeconds.toFixed(1),
  'lines per second of CPU time': (lines / cpuSeconds).toFixed(0),
  'relative to bots only': ratio,
  'peak memory after each fifth, MB': [...peaks.slice(0, 4), peak.all].map((size) => size.toFixed(0)).join(', '),
  'anonymous, MB': peak.own.toFixed(0),
})

const folder = mkdtempSync(join(tmpdir(), 'sightline-bench-'))
try {
  const log = join(folder, 'access.log')
  writeLog(log, 'combined', lines, true)
  console.log(`${lines} lines, ${(statSync(log).size / 1e6).toFixed(0)} MB`)
  const rows = []
  const ratios: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const run = (name: string, more = {}) => runImport(log, join(folder, `${name}-${round}`), more)
    // The first run of a pair has no advantage: alternate.
    const first = round % 2 === 0 ? await run('people') : undefined
    const bots = await run('bots', off)
    const people = first ?? (await run('people'))
    ratios.push(people.cpuSeconds / bots.cpuSeconds)
    rows.push(rowOf('bots only', bots, '1.00'), rowOf('bots and people', people, (ratios.at(-1) as number).toFixed(2)))
    console.log(bots.output.trim(), people.output.trim())
    for (const name of ['people', 'bots']) rmSync(join(folder, `${name}-${round}`), { recursive: true, force: true })
  }
  table(`A log of ${lines} lines on one core, with people from AI engines`, rows)
  console.log(`median ratio ${ratios.sort((a, b) => a - b)[Math.floor(rounds / 2)]?.toFixed(3)}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

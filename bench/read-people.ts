import { readFileSync } from 'node:fs'
import { createLogReader } from '../src/features/crawler/logs/log-reader.ts'
import { createPeopleReader } from '../src/features/traffic/people-reader.ts'
import { isBrowser } from '../src/features/traffic/person-hit.ts'
import { createBotRecognizer } from '../src/lib/bots/index.ts'

// The reading part of an import with people and without them, in turns of 64 kB in one process, by CPU time.
// `node --expose-gc bench/read-people.ts <log>`

const log = readFileSync(process.argv[2] as string)
const services = { now: () => new Date(), clickhouse: { query: async () => [] } } as never
const people = createPeopleReader(services, '', 'bench.example')
const common = { format: 'combined', name: 'file', wanted: createBotRecognizer() } as const
const readers = [
  createLogReader<object>(common),
  createLogReader<object>({ ...common, others: { isOther: isBrowser, read: people.read } }),
]
const used = [0, 0]
const found = [0, 0]
for (let start = 0, turn = 0; start < log.length; turn += 1) {
  const end = log.indexOf('\n', Math.min(log.length - 1, start + 65_536)) + 1 || log.length
  for (const which of turn % 2 === 0 ? [0, 1] : [1, 0]) {
    const before = process.cpuUsage()
    for (const visit of readers[which]?.read(log.subarray(start, end)) ?? [])
      found[which] = (found[which] ?? 0) + visit.identify().occurrence
    const { user, system } = process.cpuUsage(before)
    used[which] = (used[which] ?? 0) + user + system
  }
  await people.loadDays()
  start = end
}
const lines = readers[0]?.counts.lines ?? 0
const [bots = 0, both = 0] = used
console.log(JSON.stringify({ lines, found, bots: bots / lines, both: both / lines, ratio: both / bots }))

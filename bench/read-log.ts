import { openLog, readLog } from '../src/features/crawler/logs/index.ts'
import { createPeopleReader } from '../src/features/traffic/people-reader.ts'
import { isBrowser } from '../src/features/traffic/person-hit.ts'
import { createBotRecognizer } from '../src/lib/bots/index.ts'

// The reading part of an import, without stores: opening the file, splitting lines, detecting and parsing the format,
// recognizing AI bots and people from AI engines, hashing their lines. `node bench/read-log.ts <file>`

const services = { now: () => new Date(), clickhouse: { query: async () => [] } } as never
const people = createPeopleReader(services, '', 'bench.example')
const reading = readLog<object>(openLog(process.argv[2] as string), {
  name: 'file',
  wanted: createBotRecognizer(),
  others: { isOther: isBrowser, read: people.read },
})
for await (const _visits of reading) await people.loadDays()
const { lines, visits, rejected } = reading.counts()
console.log(JSON.stringify({ lines, visits, rejected, format: reading.format() }))

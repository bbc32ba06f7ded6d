import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestApp } from '../src/testing/test-app.ts'
import { processorTime, table } from './measure.ts'
import { days, lastDay, makeMeasuredBrand, mergesHaveEnded } from './stored-answers.ts'

// Cost of confidence intervals compared with rankings of the same answers, all of one brand. `npm run bench
// intervals`, or with fewer than 10 million answers: `node bench/intervals.ts 2000000`
const answers = Number(process.argv[2] ?? 10_000_000)
const rounds = 5
const directory = mkdtempSync(join(tmpdir(), 'sightline-bench-'))
const environment = {
  RESULT_CACHE_MEGABYTES: '0',
  READS_PER_MINUTE: '1000000000',
  QUERY_TIMEOUT_SECONDS: '600',
}
const test = await startTestApp(environment, { directory })
// Unused here, and would keep the process running.
test.site.close()
const stored = await makeMeasuredBrand(test, answers)
await mergesHaveEnded(test)

const day = (before: number) => new Date(Date.parse(lastDay) - before * 86_400_000).toISOString().slice(0, 10)
const all = `start_date=${day(days - 1)}&end_date=${lastDay}`
const half = `start_date=${day(days / 2 - 1)}&end_date=${lastDay}`
const reads: Record<string, string> = {
  rankings: `competitors/rankings?${all}`,
  intervals: `visibility/intervals?${all}`,
  'changes, both halves': `visibility/changes?${half}`,
  'changes by market, both halves': `visibility/changes?${half}&dimension=market`,
  'changes by engine, both halves': `visibility/changes?${half}&dimension=engine`,
  'changes by topic, both halves': `visibility/changes?${half}&dimension=topic`,
  'rankings, both halves compared': `competitors/rankings?${half}&compare_to_previous=true`,
}

const get = async (path: string) => {
  const { status, text } = await test.get(`/v1/brands/${stored.brandId}/${path}`, stored.key)
  if (status !== 200) throw new Error(`${path}: ${text}`)
}

// Alternate, so that all of them run under the same load.
const taken = Object.entries(reads).map(([name, path]) => ({
  name,
  path,
  ms: [] as number[],
  processorMs: [] as number[],
}))
for (let round = 0; round <= rounds; round += 1)
  for (const { path, ms, processorMs } of taken) {
    const [start, processor] = [performance.now(), processorTime(process.pid)]
    await get(path)
    if (round === 0) continue
    ms.push(performance.now() - start)
    processorMs.push((processorTime(process.pid) - processor) / 1000)
  }
await test.app.close()
rmSync(directory, { recursive: true })

const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number
const [rankings] = taken as [(typeof taken)[number]]
table(
  `Confidence intervals over ${answers / 1e6} million answers of one brand`,
  taken.map(({ name, ms, processorMs }) => ({
    read: name,
    'p50 ms': middle(ms).toFixed(0),
    'processor p50 ms': middle(processorMs).toFixed(0),
    'times rankings': (middle(ms) / middle(rankings.ms)).toFixed(2),
    'times rankings, processor': (middle(processorMs) / middle(rankings.processorMs)).toFixed(2),
  })),
)

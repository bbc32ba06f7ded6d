import { setTimeout as sleep } from 'node:timers/promises'
import { randomNumbers, table } from './measure.ts'
import { startNoisyServer } from './noise.ts'

// Time from SIGTERM to exit of a server at full load, at random moments. Argument: number of tries.
const tries = Number(process.argv[2] ?? 20)
const random = randomNumbers(32)

const noisy = await startNoisyServer()
let { server } = noisy
const rows: { try: number; seconds: string; status: number | string }[] = []
for (let number = 1; number <= tries; number += 1) {
  const stop = new AbortController()
  const noise = noisy.makeNoise(200, stop.signal)
  await sleep(random() * 10_000)
  const begin = performance.now()
  const status = await server.stop()
  rows.push({ try: number, seconds: ((performance.now() - begin) / 1000).toFixed(1), status })
  console.log(rows.at(-1))
  stop.abort()
  await noise
  server = await noisy.installation.startServer()
}
table('Seconds from SIGTERM to the exit of the server', rows)
await noisy.remove()
process.exit()

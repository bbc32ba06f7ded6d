import { afterAll, vi } from 'vitest'
import { openApps } from './open-apps.ts'

// Loaded before each file of tests. TEST_SEED repeats the random data of an earlier run, also where fast-check draws it.
const seed = process.env.TEST_SEED
if (seed !== undefined) {
  const { default: fc } = await import('fast-check')
  fc.configureGlobal({ seed: Number(seed) })
}

// The next file runs in the same process: it finds nothing that this one has left behind.
const environment = { ...process.env }
afterAll(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
  for (const app of openApps) await app.close()
})

import { afterAll, vi } from 'vitest'
import { openApps } from './open-apps.ts'

// Loaded before each test file. TEST_SEED repeats the random data of an earlier run, including that of fast-check.
const seed = process.env.TEST_SEED
if (seed !== undefined) {
  const { default: fc } = await import('fast-check')
  fc.configureGlobal({ seed: Number(seed) })
}

// The next file runs in the same process, so this one must leave nothing behind.
const environment = { ...process.env }
afterAll(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
  for (const app of openApps) await app.close()
})

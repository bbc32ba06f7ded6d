import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const isAll = process.env.TESTS === 'all'

/** Files that only `npm run test:all` runs. Others have a short form (src/testing/forms.ts). */
const campaigns = isAll ? [] : ['src/faults/campaigns/**']

/** Files that change their process for good: the engine of ClickHouse reads its time zone once. */
const ownProcess = ['src/features/visibility/metrics-property.test.ts']

const common = {
  setupFiles: ['src/testing/each-file.ts'],
  // No test measures time: these end what hangs, also on a machine with other work.
  testTimeout: isAll ? 7_200_000 : 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 600_000 } },
  pool: 'forks' as const,
  // As commands have it: tests start many processes.
  env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('./node_modules/.cache/sightline', import.meta.url)) },
}

export default defineConfig({
  test: {
    globalSetup: ['src/testing/run-stores.ts'],
    // Two cores, of which three workers left a third idle: tests wait for browsers, servers and processes.
    maxWorkers: 4,
    projects: [
      // Files that follow one another in a process share what it has loaded, which would take half of their time.
      {
        test: {
          ...common,
          name: 'shared',
          include: ['{console,demo,sdk,src}/**/*.test.ts'],
          exclude: [...ownProcess, ...campaigns],
          isolate: false,
        },
      },
      { test: { ...common, name: 'own process', include: ownProcess } },
    ],
  },
})

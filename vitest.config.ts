import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const isAll = process.env.TESTS === 'all'

/** Only `npm run test:all` runs these files. Other files have a short form (src/testing/forms.ts). */
const long = isAll ? [] : ['**/*.long.test.ts']

/** Tests of the console's modules, which contain JSX. */
const consoleModules = ['console/!(e2e)/**/*.test.ts']

/** Files that change their process permanently: the ClickHouse engine reads its time zone once. */
const ownProcess = ['src/features/visibility/metrics-property.test.ts']

/** Node loads modules five times faster than Vite, and runs them faster. */
const native = { experimental: { viteModuleRunner: false } }

const common = {
  setupFiles: ['src/testing/each-file.ts'],
  // No test measures time. These timeouts end hanging tests, and allow for other load on the machine.
  testTimeout: isAll ? 7_200_000 : 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 600_000 } },
  pool: 'forks' as const,
  // As in commands: tests start many processes.
  env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('./node_modules/.cache/sightline', import.meta.url)) },
}

export default defineConfig({
  test: {
    globalSetup: ['src/testing/run-stores.ts'],
    // On two cores, three workers left a third idle: tests wait for browsers, servers and processes.
    maxWorkers: 4,
    projects: [
      // Files in one process share its loaded modules, which would otherwise take half of their time.
      {
        test: {
          ...common,
          ...native,
          name: 'shared',
          include: ['{console,demo,sdk,src}/**/*.test.ts'],
          exclude: [...consoleModules, ...ownProcess, ...long],
          isolate: false,
        },
      },
      { test: { ...common, name: 'console modules', include: consoleModules, isolate: false } },
      { test: { ...common, ...native, name: 'own process', include: ownProcess } },
    ],
  },
})

import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{demo,src}/**/*.test.ts'],
    setupFiles: ['src/testing/seed-properties.ts'],
    // No test measures time: these end what hangs, also on a machine with other work.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Two cores, and every worker that touches the stores starts real ones.
    maxWorkers: 2,
    // As commands have it: tests start many processes.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('./node_modules/.cache/sightline', import.meta.url)) },
  },
})

// Loaded before each file of tests: TEST_SEED repeats the random data of an earlier run, also where fast-check draws it.
const seed = process.env.TEST_SEED
if (seed !== undefined) {
  const { default: fc } = await import('fast-check')
  fc.configureGlobal({ seed: Number(seed) })
}

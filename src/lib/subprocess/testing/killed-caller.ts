import { createSubprocessPool } from '../subprocess.ts'

// Runs work in a subprocess, reports its id, and waits for work that never ends until it is killed.
const { signal: closing } = new AbortController()
const pool = createSubprocessPool(new URL('./functions.ts', import.meta.url), {
  host: { begin: () => console.info('begun') },
  closing,
  log: { warn: () => {} },
})

console.info(await pool.run({ name: 'ownId', task: {}, closing }))
await pool.run({ name: 'getStuck', task: {}, closing })

import { createSubprocessPool } from '../subprocess.ts'

// A program that has work done in a subprocess, says in which one, and waits for what never ends until it is killed.
const { signal: closing } = new AbortController()
const pool = createSubprocessPool(new URL('./functions.ts', import.meta.url), {
  host: { begin: () => console.info('begun') },
  closing,
  log: { warn: () => {} },
})

console.info(await pool.run({ name: 'ownId', task: {}, closing }))
await pool.run({ name: 'getStuck', task: {}, closing })

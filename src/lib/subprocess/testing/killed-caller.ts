import type { Services } from '../../../kernel/context.ts'
import { createApart } from '../subprocess.ts'

// A program that has work done apart, says in which process, and waits for what never ends until it is killed.
const apart = createApart(new URL('./functions.ts', import.meta.url))
const { signal } = new AbortController()
const now = () => {
  console.info('begun')
  return new Date()
}
const used = { config: {}, postgres: { address: { url: '' } }, now, resolveHost: async () => [] }
const services = { ...used, closing: signal } as unknown as Services

console.info(await apart.run(services, { name: 'ownId', task: {}, closing: signal }))
await apart.run(services, { name: 'getStuck', task: {}, closing: signal })

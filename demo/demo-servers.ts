import type { Emulator } from '../src/lib/providers/emulator/start-emulator.ts'
import { type DemoReceiver, startDemoReceiver } from './demo-receiver.ts'
import { type DemoSite, startDemoSite } from './demo-site.ts'
import { startDemoEmulator } from './emulated-sources.ts'

/** What the demonstration brings along: providers to ask, the brand’s site to read, and who is told what happens. */
export interface DemoServers {
  emulator: Emulator
  receiver: DemoReceiver
  site: DemoSite
  /** The variables by which the program reaches them, and nothing else, beside what the given ones open; nobody is asked by itself. */
  reaching(given: Record<string, string | undefined>): Record<string, string>
  close(): Promise<void>
}

/** Starts them, each on a port of loopback that is free. */
export async function startDemoServers(): Promise<DemoServers> {
  const emulator = await startDemoEmulator()
  const site = await startDemoSite().catch(async (error: unknown) => {
    await emulator.close()
    throw error
  })
  const receiver = await startDemoReceiver()
  const own = {
    FETCH_ALLOWED_ADDRESSES: `127.0.0.1:${emulator.port},127.0.0.1:${receiver.port}`,
    SITE_STAND_INS: site.standIns,
  }
  return {
    emulator,
    receiver,
    site,
    reaching: (given) => ({
      BOT_RANGES: given.BOT_RANGES ?? 'ignore',
      ...Object.fromEntries(
        Object.entries(own).map(([name, list]) => {
          const before = given[name]?.trim() ?? ''
          return [name, before === '' ? list : `${before},${list}`]
        }),
      ),
    }),
    async close() {
      await Promise.all([emulator.close(), site.close(), receiver.close()])
    },
  }
}

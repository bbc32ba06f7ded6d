import { type DemoReceiver, startDemoReceiver } from './demo-receiver.ts'
import { type DemoSite, startDemoSite } from './demo-site.ts'
import { startDemoEmulator } from './emulated-sources.ts'
import { type EmulatedServices, startEmulatedServices } from './emulator/connected-services.ts'
import type { Emulator } from './emulator/start-emulator.ts'

/** Servers of the demo: emulated providers and connected services, the brand's site, and a webhook receiver. */
export interface DemoServers {
  emulator: Emulator
  receiver: DemoReceiver
  /** Emulated Search Console. */
  services: EmulatedServices
  site: DemoSite
  /** Variables that allow these servers in addition to the given addresses. Skips bot range updates. */
  reaching(given: Record<string, string | undefined>): Record<string, string>
  close(): Promise<void>
}

/** Days with data in Search Console. */
const shownDays = 14

/** Starts them on free loopback ports. */
export async function startDemoServers(): Promise<DemoServers> {
  const emulator = await startDemoEmulator()
  const site = await startDemoSite().catch(async (error: unknown) => {
    await emulator.close()
    throw error
  })
  const receiver = await startDemoReceiver()
  const services = await startEmulatedServices()
  services.hasDay = (day) => Date.now() - Date.parse(day) < shownDays * 86_400_000
  const ports = [emulator.port, receiver.port, services.port]
  const own = {
    FETCH_ALLOWED_ADDRESSES: ports.map((port) => `127.0.0.1:${port}`).join(','),
    SITE_STAND_INS: site.standIns,
  }
  return {
    emulator,
    receiver,
    services,
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
      await Promise.all([emulator.close(), site.close(), receiver.close(), services.close()])
    },
  }
}

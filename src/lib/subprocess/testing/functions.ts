import { once } from 'node:events'
import type { ApartServices } from '../subprocess-program.ts'

/** Says that it has begun, and never ends. */
export async function getStuck({ now }: ApartServices): Promise<never> {
  await now()
  for (;;);
}

export async function waitToBeStopped({ now, signal }: ApartServices): Promise<string> {
  await now()
  if (!signal.aborted) await once(signal, 'abort')
  return 'stopped'
}

export const lookUp = async ({ resolveHost }: ApartServices, { host }: { host: string }) => ({
  addresses: await resolveHost(host).catch(({ code }) => code),
})

export const countBrands = ({ withDb }: ApartServices) =>
  withDb(async (db) => (await db.selectFrom('brands').select('id').execute()).length)

export const fail = () => Promise.reject(new RangeError('no such thing'))

export const end = () => process.exit(3)

export const ownId = async () => process.pid

export const failWithSecrets = () =>
  Promise.reject(new Error('it holds a function', { cause: { unsendable: () => {} } }))

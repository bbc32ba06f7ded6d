import { once } from 'node:events'
import type { SubprocessCall } from '../subprocess-program.ts'

/** Reports that it has started, and never ends. */
export async function getStuck({ ask }: SubprocessCall): Promise<never> {
  await ask('begin')
  for (;;);
}

export async function waitToBeStopped({ ask, signal }: SubprocessCall): Promise<string> {
  await ask('begin')
  if (!signal.aborted) await once(signal, 'abort')
  return 'stopped'
}

export const double = ({ ask }: SubprocessCall, { number }: { number: number }) => ask('double', number)

export const fail = () => Promise.reject(new RangeError('no such thing'))

export const end = () => process.exit(3)

export const ownId = async () => process.pid

export const failWithSecrets = () =>
  Promise.reject(new Error('it holds a function', { cause: { unsendable: () => {} } }))

export async function count({ report }: SubprocessCall, { to }: { to: number }): Promise<void> {
  for (let number = 1; number <= to; number += 1) report(number)
}

import { readFileSync } from 'node:fs'

/**
 * Loaded before the program (`node --import`): advances its clock by the milliseconds in the file named by
 * CLOCK_FILE, as soon as they are written there.
 */
const file = process.env.CLOCK_FILE as string
const RealDate = Date
const now = () => RealDate.now() + Number(readFileSync(file, 'utf8'))

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

type StopSignal = (typeof signals)[number]

/** Whom a signal was sent to: both, where it was sent to their group. */
type Receiver = 'this process' | 'launcher'

/** One Ctrl-C may come several times: npm passes on what the terminal has sent to everybody anyway. */
const sameInterruptMs = 1000

const stopping = Promise.withResolvers<void>()
const firstOf = new Map<Receiver, { signal: StopSignal; atMs: number }>()
let isAwaited = false

/**
 * Resolves with the first SIGTERM, SIGINT or SIGHUP, or when the launcher is gone. However often they come, they mean the
 * same; but a SIGINT after another signal, or a second after the first SIGINT, is somebody who waits no longer: it ends
 * the process at once.
 */
export function stopSignal(): Promise<void> {
  if (!isAwaited) {
    isAwaited = true
    for (const signal of signals) process.on(signal, () => take(signal, 'this process'))
  }
  return stopping.promise
}

/**
 * Has this process end with the launcher that started it (`bin/sightline.js` on an older Node), and be told of the
 * launcher's signals, or with the shell of npx. Without either it does nothing.
 */
export function followLauncher(): void {
  process.on('message', (message) => {
    const signal = signals.find((one) => one === message)
    if (signal !== undefined) pass(signal)
  })
  process.once('disconnect', () => pass('SIGTERM'))
  // To be told is no reason to stay.
  process.channel?.unref()
  if (process.env.npm_lifecycle_event === 'npx') followShell()
}

/** npx has a shell start this process, which a signal ends and which passes none on: that it is gone is all there is to see. */
function followShell(): void {
  const shell = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(timer)
    pass('SIGTERM')
  }, 250)
  timer.unref()
}

function pass(signal: StopSignal): void {
  if (isAwaited) take(signal, 'launcher')
  else process.kill(process.pid, signal)
}

/** Receivers are counted apart: what one passes on late is no second signal. */
function take(signal: StopSignal, receiver: Receiver): void {
  const atMs = performance.now()
  const first = firstOf.get(receiver)
  if (first === undefined) firstOf.set(receiver, { signal, atMs })
  else if (signal === 'SIGINT' && (first.signal !== 'SIGINT' || atMs - first.atMs > sameInterruptMs))
    endAtOnce(signal)
  stopping.resolve()
}

/** By the signal, so that whoever waits for this process knows; what has to be ended with it is. */
function endAtOnce(signal: StopSignal): void {
  process.removeAllListeners(signal)
  process.once('exit', () => process.kill(process.pid, signal))
  process.exit(1)
}

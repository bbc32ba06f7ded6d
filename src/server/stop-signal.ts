const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

export type StopSignal = (typeof signals)[number]

/** The process that received a signal; both if it was sent to their process group. */
type Receiver = 'this process' | 'launcher'

/** One Ctrl-C can arrive several times, as npm forwards signals that the terminal already sent to all. */
const sameInterruptMs = 1000

const stopping = Promise.withResolvers<StopSignal>()
const firstSignals = new Map<Receiver, { signal: StopSignal; atMs: number }>()
let isAwaited = false

/**
 * Resolves on the first SIGTERM, SIGINT or SIGHUP, or when the launcher exits. Repetitions are ignored,
 * except a SIGINT after another signal or a second after the first: the user no longer wants to wait, so the
 * process ends immediately.
 */
export function stopSignal(): Promise<StopSignal> {
  if (!isAwaited) {
    isAwaited = true
    for (const signal of signals) process.on(signal, () => take(signal, 'this process'))
  }
  return stopping.promise
}

/**
 * Ends this process with the launcher that started it (`bin/sightline.js` on an older Node) and receives its
 * signals, or with npx's shell. Does nothing without either.
 */
export function followLauncher(): void {
  process.on('message', (message) => {
    const signal = signals.find((one) => one === message)
    if (signal !== undefined) pass(signal)
  })
  process.once('disconnect', () => pass('SIGTERM'))
  // Waiting for signals must not keep the process alive.
  process.channel?.unref()
  if (process.env.npm_lifecycle_event === 'npx') followShell()
}

/** npx starts this process in a shell that a signal ends without forwarding it: only its exit is visible. */
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

/** Counts receivers separately, so that a late forward does not count as a second signal. */
function take(signal: StopSignal, receiver: Receiver): void {
  const atMs = performance.now()
  const first = firstSignals.get(receiver)
  if (first === undefined) firstSignals.set(receiver, { signal, atMs })
  else if (signal === 'SIGINT' && (first.signal !== 'SIGINT' || atMs - first.atMs > sameInterruptMs)) endAtOnce(signal)
  stopping.resolve(signal)
}

/** Exits by the signal, so that the parent process knows; cleanup handlers still run. */
function endAtOnce(signal: StopSignal): void {
  process.removeAllListeners(signal)
  process.once('exit', () => process.kill(process.pid, signal))
  process.exit(1)
}

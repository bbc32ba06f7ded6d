/** Lets a few at a time do something under the same name; the others wait in line. */
export interface Turns {
  /**
   * Resolves when it is the caller’s turn, with the function that ends it.
   * @throws the signal’s reason, if it aborts first
   */
  take(name: string, signal: AbortSignal): Promise<() => void>
}

interface Line {
  active: number
  waiting: Set<() => void>
}

export function createTurns(limit: number): Turns {
  const lines = new Map<string, Line>()

  function leave(name: string, line: Line): void {
    const [next] = line.waiting
    if (next !== undefined) {
      line.waiting.delete(next)
      next()
      return
    }
    line.active -= 1
    if (line.active === 0) lines.delete(name)
  }

  return {
    async take(name, signal) {
      signal.throwIfAborted()
      const line = lines.get(name) ?? { active: 0, waiting: new Set() }
      lines.set(name, line)
      if (line.active < limit) line.active += 1
      else await wait(line, signal)
      return () => leave(name, line)
    },
  }
}

function wait(line: Line, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const go = () => {
      signal.removeEventListener('abort', giveUp)
      resolve()
    }
    const giveUp = () => {
      line.waiting.delete(go)
      reject(signal.reason)
    }
    line.waiting.add(go)
    signal.addEventListener('abort', giveUp, { once: true })
  })
}

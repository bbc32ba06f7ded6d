/**
 * An Aho-Corasick automaton (Aho and Corasick, 1975: "Efficient string matching") over small integer symbols.
 * States are numbered breadth first, so that the children of a state are adjacent and shallow states come
 * first. The scan holds the position of a state, which is the start of its row of transitions.
 */
export interface Automaton {
  /** The symbol of each UTF-16 unit in the patterns; all other units have 0. */
  symbols: ReadonlyMap<number, number>
  /** The symbol that leaves every state unchanged. */
  stay: number
  /** Like `stay`, but returns the position's complement, so that one test detects all special cases. */
  pause: number
  /**
   * transitions[position + symbol] is the next position, or its complement if a pattern ends there. The root
   * is at 0. Positions from transitions.length on have no row; use `next` for them.
   */
  transitions: Int32Array
  /** Like `transitions`, for any position. */
  next(position: number, symbol: number): number
  /** The pattern that ends at a position, and those that are its suffixes, longest first. */
  patternsAt(position: number): readonly number[]
}

interface Trie {
  /** The states breadth first; the root is 0. */
  symbolInto: Int32Array
  /** The children of state s are those from childrenFrom[s] to childrenFrom[s + 1]. */
  childrenFrom: Int32Array
  patternAt: Int32Array
}

// 4 MB: only the shallow states, where scans spend their time, have a row; the deeper ones use failure links.
const denseCells = 1 << 20

/** @param patterns unique and not empty */
export function buildAutomaton(patterns: readonly string[]): Automaton {
  const symbols = new Map<number, number>()
  for (const unit of distinctUnits(patterns)) symbols.set(unit, symbols.size + 1)
  const stay = symbols.size + 1
  const pause = stay + 1
  const width = pause + 1
  const trie = buildTrie(patterns, symbols)
  const { patternAt, childrenFrom, symbolInto } = trie
  const states = symbolInto.length
  const rows = Math.min(states, Math.max(1, Math.floor(denseCells / width)))

  const transitions = new Int32Array(rows * width)
  const failure = new Int32Array(states)
  const suffixWithPattern = new Int32Array(states)
  const positionOf = (state: number) => (state < rows ? state * width : transitions.length + state - rows)
  const stateAt = (position: number) =>
    position < transitions.length ? position / width : position - transitions.length + rows
  const reach = (state: number) =>
    patternAt[state] !== -1 || suffixWithPattern[state] !== 0 ? ~positionOf(state) : positionOf(state)

  const next = (position: number, symbol: number): number => {
    if (position < transitions.length) return transitions[position + symbol] as number
    if (symbol === stay) return position
    if (symbol === pause) return ~position
    let state = stateAt(position)
    while (state >= rows) {
      const child = findChild(trie, state, symbol)
      if (child !== 0) return reach(child)
      state = failure[state] as number
    }
    return transitions[state * width + symbol] as number
  }

  for (let state = 0; state < states; state++) {
    const fail = failure[state] as number
    const row = state * width
    if (state > 0 && state < rows) transitions.copyWithin(row, fail * width, (fail + 1) * width)
    const childrenTo = childrenFrom[state + 1] as number
    for (let child = childrenFrom[state] as number; child < childrenTo; child++) {
      const symbol = symbolInto[child] as number
      const reached = state === 0 ? 0 : next(positionOf(fail), symbol)
      const link = stateAt(reached < 0 ? ~reached : reached)
      failure[child] = link
      suffixWithPattern[child] = patternAt[link] !== -1 ? link : (suffixWithPattern[link] as number)
      if (state < rows) transitions[row + symbol] = reach(child)
    }
    if (state >= rows) continue
    transitions[row + stay] = row
    transitions[row + pause] = ~row
  }

  const patternsAt = (position: number): number[] => {
    const found: number[] = []
    for (let state = stateAt(position); state !== 0; state = suffixWithPattern[state] as number) {
      if (patternAt[state] !== -1) found.push(patternAt[state] as number)
    }
    return found
  }
  return { symbols, stay, pause, transitions, next, patternsAt }
}

function distinctUnits(patterns: readonly string[]): number[] {
  const units = new Set<number>()
  for (const pattern of patterns) for (let i = 0; i < pattern.length; i++) units.add(pattern.charCodeAt(i))
  return [...units].sort((a, b) => a - b)
}

function findChild(trie: Trie, state: number, symbol: number): number {
  let low = trie.childrenFrom[state] as number
  let high = (trie.childrenFrom[state + 1] as number) - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const found = trie.symbolInto[middle] as number
    if (found === symbol) return middle
    if (found < symbol) low = middle + 1
    else high = middle - 1
  }
  return 0
}

/** Builds by level over the sorted patterns: a range shares a prefix; its next letters are the children. */
function buildTrie(patterns: readonly string[], symbols: ReadonlyMap<number, number>): Trie {
  const order = patterns.map((_, i) => i).sort((a, b) => ((patterns[a] as string) < (patterns[b] as string) ? -1 : 1))
  const symbolInto = [0]
  const childrenFrom: number[] = []
  const patternAt: number[] = []
  // The range of sorted patterns with the prefix of each state, and the prefix's length.
  const first = [0]
  const end = [order.length]
  const depth = [0]
  for (let state = 0; state < symbolInto.length; state++) {
    const prefix = depth[state] as number
    let at = first[state] as number
    const to = end[state] as number
    const shortest = order[at]
    const isWhole = shortest !== undefined && at < to && patterns[shortest]?.length === prefix
    patternAt.push(isWhole ? shortest : -1)
    if (isWhole) at++
    childrenFrom.push(symbolInto.length)
    while (at < to) {
      const unit = patterns[order[at] as number]?.charCodeAt(prefix) ?? 0
      const from = at
      while (at < to && patterns[order[at] as number]?.charCodeAt(prefix) === unit) at++
      symbolInto.push(symbols.get(unit) ?? 0)
      first.push(from)
      end.push(at)
      depth.push(prefix + 1)
    }
  }
  childrenFrom.push(symbolInto.length)
  return {
    symbolInto: Int32Array.from(symbolInto),
    childrenFrom: Int32Array.from(childrenFrom),
    patternAt: Int32Array.from(patternAt),
  }
}

import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'

// Checks imports between the folders of src, and finds import cycles, also of types. With --circles, only checks cycles.
// Biome has no rule for cycles, and none that separates a feature's own folder from others.

/** Folders that each folder of src may import. Other features are imported through their index.ts. */
const rooms: Record<string, readonly string[]> = {
  lib: [],
  stores: ['lib'],
  kernel: ['lib', 'stores'],
  features: ['lib', 'stores', 'kernel'],
  interfaces: ['lib', 'stores', 'kernel'],
  server: ['lib', 'stores', 'kernel', 'features', 'interfaces', 'wiring'],
  wiring: ['lib', 'stores', 'kernel', 'features', 'interfaces', 'server'],
}
/** Folders that tests may also import: shared fixtures and the whole program. */
const forTests = ['testing', 'wiring', 'server']
/** Folders that `testing` and `faults` may import. */
const outside = ['lib', 'stores', 'kernel', 'features', 'interfaces', ...forTests]

interface Import {
  from: string
  to: string
}

const project = new URL('../', import.meta.url).pathname
const everywhere = globSync('{bench,console,demo,scripts,sdk/src,src}/**/*.{ts,tsx}', { cwd: project })
  .sort()
  .flatMap(importsOf)
/** Those of the program, with paths below `src`. */
const imports = everywhere
  .filter(({ from }) => from.startsWith('src/'))
  .map(({ from, to }) => ({ from: relative('src', from), to: relative('src', to) }))

/** Relative imports, including types, and modules of threads and processes. */
function importsOf(from: string): Import[] {
  const text = readFileSync(join(project, from), 'utf8')
  const specifiers = text.matchAll(/(?:\bfrom |\bimport |\bimport\(|new URL\()'(\.[^']+\.tsx?)'/g)
  return [...specifiers].map(([, path = '']) => ({ from, to: normalize(join(dirname(from), path)) }))
}

const isTest = (file: string) => /(^|\/)(testing|faults)\/|\.test\.ts$/.test(file)

/** `lib`, `features` …; `wiring` for files of `src` itself. */
function roomOf(file: string): string {
  const [first = ''] = file.split('/')
  return first === file ? 'wiring' : first
}

/** `features/answers` for any file of that feature. Undefined for other files. */
const featureOf = (file: string) => /^features\/[^/]+/.exec(file)?.[0]

/** The reason why an import is not allowed. Undefined if it is. */
function problemOf({ from, to }: Import): string | undefined {
  const [room, other] = [roomOf(from), roomOf(to)]
  if (to.startsWith('../demo/') && room !== 'server' && !isTest(from)) return 'only the server imports the demo'
  if (to.startsWith('..')) return undefined
  const feature = featureOf(from)
  if (!isTest(from) && isTest(to)) return 'production code must not import test code'
  if (feature === undefined ? room === other : feature === featureOf(to)) return undefined
  const known = rooms[room] ?? outside
  if (room !== other && !known.includes(other) && !(isTest(from) && forTests.includes(other)))
    return `${room} must not import ${other}`
  const owner = featureOf(to)
  if (owner !== undefined && to !== `${owner}/index.ts`) return 'import features through their index.ts'
  return undefined
}

/** An import as an edge between entries of a folder, or between files. */
interface Edge extends Import {
  folder: string
  files: string
}

/** Imports of all files, tests included. A module may name itself, as threads do. */
const edgesOfFiles = everywhere
  .filter(({ from, to }) => from !== to)
  .map((one): Edge => ({ ...one, folder: '', files: `${one.from} imports ${one.to}` }))

/** Edges of production code. */
function edgesByFolder(): Map<string, Edge[]> {
  const edges: Edge[] = []
  for (const { from, to } of imports) {
    if (isTest(from) || isTest(to)) continue
    const [a, b] = [from.split('/'), to.split('/')]
    const shared = a.findIndex((name, index) => name !== b[index])
    // Files of the same folder may import each other.
    if (Math.max(a.length, b.length) === shared + 1) continue
    const files = `${from} imports ${to}`
    edges.push({ folder: a.slice(0, shared).join('/'), from: a[shared] ?? '', to: b[shared] ?? '', files })
  }
  return Map.groupBy(edges, ({ folder }) => folder)
}

/** Finds a cycle of imports. Undefined if there is none. */
function findCycle(edges: readonly Edge[]): Edge[] | undefined {
  const next = Map.groupBy(edges, ({ from }) => from)
  const done = new Set<string>()
  function walk(at: string, way: readonly Edge[]): Edge[] | undefined {
    const start = way.findIndex(({ from }) => from === at)
    if (start >= 0) return way.slice(start)
    if (done.has(at)) return undefined
    for (const edge of next.get(at) ?? []) {
      const cycle = walk(edge.to, [...way, edge])
      if (cycle !== undefined) return cycle
    }
    done.add(at)
    return undefined
  }
  for (const start of next.keys()) {
    const cycle = walk(start, [])
    if (cycle !== undefined) return cycle
  }
  return undefined
}

function* cycles(): Generator<string> {
  const places = [...edgesByFolder()].map(([folder, edges]) => [`in ${join('src', folder)}`, edges] as const)
  for (const [where, edges] of [['between files', edgesOfFiles] as const, ...places]) {
    const cycle = findCycle(edges)
    if (cycle === undefined) continue
    const names = cycle.map(({ from }) => from)
    const steps = cycle.map(({ files }) => `\n  ${files}`)
    yield `an import cycle ${where}: ${[...names, names[0]].join(' → ')}${steps.join('')}`
  }
}

function* crossings(): Generator<string> {
  for (const one of imports) {
    const problem = problemOf(one)
    if (problem !== undefined) yield `src/${one.from} imports src/${one.to}: ${problem}`
  }
}

const found = [...cycles(), ...(process.argv.includes('--circles') ? [] : crossings())]
for (const problem of found) console.error(problem)
if (found.length > 0) process.exitCode = 1
else console.info(`${everywhere.length} imports: no problems`)

import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = join(root, 'console')
const builtFrom = 'built-from'

/**
 * Finds the built console, and builds it first where it is missing or older than its sources: into the program's folder,
 * or, where that cannot be written, into the data directory.
 * @returns the directory; undefined where it is not built, and what builds it is not installed
 */
export async function buildConsole(
  dataDirectory: string | undefined,
  log: Logger,
): Promise<string | undefined> {
  const hash = hashOfSources()
  const places = [
    join(root, '.console'),
    ...(dataDirectory === undefined ? [] : [join(dataDirectory, 'console')]),
  ]
  const built = places.find((place) => readIfThere(join(place, builtFrom)) === hash)
  if (built !== undefined) return built
  const place = places.find((_, i) => i > 0 || isWritable(root))
  const vite = await import('vite').catch(() => undefined)
  if (vite === undefined || place === undefined || hash === undefined) {
    log.warn('the console is not built, and what builds it is not installed (npm ci): only the API is served')
    return places.find((one) => existsSync(join(one, 'index.html')))
  }
  await vite.build({
    configFile: join(sources, 'vite.config.ts'),
    build: { outDir: place, emptyOutDir: true },
    logLevel: 'error',
  })
  writeFileSync(join(place, builtFrom), hash ?? '')
  return place
}

/** Of the sources, and of the packages that are built into it; undefined where there are none, as in a package. */
function hashOfSources(): string | undefined {
  if (!existsSync(sources)) return undefined
  const hash = createHash('sha256')
  const files = globSync('**/*.{ts,tsx,css,html,svg,json}', { cwd: sources }).sort()
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(sources, file)))
  hash.update(readIfThere(join(root, 'package-lock.json')) ?? '')
  return hash.digest('hex')
}

function readIfThere(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { Logger } from 'pino'
import { childEnvironment } from '../lib/child-environment.ts'

const brotli = promisify(brotliCompress)
const execute = promisify(execFile)

const root = fileURLToPath(new URL('../..', import.meta.url))
const sources = join(root, 'console')

/**
 * Finds the built console. Builds it first if it is missing or outdated: in the program's folder or, if that
 * is not writable, in the data directory.
 * @returns the directory; undefined if it is not built and the build tools are not installed
 */
export async function buildConsole(dataDirectory: string | undefined, log: Logger): Promise<string | undefined> {
  const hash = hashOfSources()
  const places = [join(root, '.console'), ...(dataDirectory === undefined ? [] : [join(dataDirectory, 'console')])]
  const anyBuilt = () => places.flatMap((one) => globSync(join(one, '*/index.html')).map((page) => dirname(page)))[0]
  const built = hash === undefined ? anyBuilt() : places.map((place) => join(place, hash)).find(existsSync)
  if (built !== undefined) return built
  const place = places.find((_, i) => i > 0 || isWritable(root))
  const vite = findVite()
  if (vite === undefined || place === undefined || hash === undefined) {
    log.warn('the console is not built and its build tools are not installed (npm ci); serving only the API')
    return anyBuilt()
  }
  return build(vite, place, hash)
}

/** A directory with that name is complete: other processes may build the same one. */
async function build(vite: string, place: string, hash: string): Promise<string> {
  const built = join(place, hash)
  const partial = join(place, `${hash}.${randomUUID()}`)
  mkdirSync(partial, { recursive: true })
  try {
    // In a separate process: the build tools take 300 MB, which this process would keep.
    const words = ['build', sources, '--outDir', partial, '--emptyOutDir', '--logLevel', 'error']
    await execute(process.execPath, [vite, ...words], {
      env: { ...childEnvironment('node'), NODE_ENV: 'production' },
    })
    await compress(partial)
    const older = readdirSync(place).filter((name) => !name.startsWith(hash))
    try {
      renameSync(partial, built)
    } catch (error) {
      if (!existsSync(built)) throw error
    }
    for (const name of older) rmSync(join(place, name), { recursive: true, force: true })
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
  return built
}

/** The command line of Vite. Undefined if it is not installed. */
function findVite(): string | undefined {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js')
  } catch {
    return undefined
  }
}

/** Precompresses large files. */
async function compress(directory: string): Promise<void> {
  const files = globSync('**/*.{js,css}', { cwd: directory }).map((name) => join(directory, name))
  const small = files.map(async (file) => writeFileSync(`${file}.br`, await brotli(readFileSync(file))))
  await Promise.all(small)
}

/** A hash of the sources, bundled packages and build settings. Undefined without sources, as in a package. */
function hashOfSources(): string | undefined {
  if (!existsSync(sources)) return undefined
  const hash = createHash('sha256')
  const files = globSync('**/*.{ts,tsx,css,html,svg,json}', { cwd: sources }).sort()
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(sources, file)))
  const lock = join(root, 'package-lock.json')
  for (const file of [lock, import.meta.filename]) if (existsSync(file)) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

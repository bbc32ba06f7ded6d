import { readFileSync } from 'node:fs'

// Checks offline that npm installs the tested packages: all have a SHA-512 checksum and come from the npm
// registry, and all versions in package.json are exact. Signatures need a network: `npm audit signatures`.

interface Manifest {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  overrides?: Record<string, unknown>
}
interface Locked extends Pick<Manifest, 'dependencies' | 'optionalDependencies'> {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  /** Part of another package's archive, whose checksum covers it. */
  inBundle?: boolean
}

const registry = 'https://registry.npmjs.org/'
const exact = /^\d+\.\d+\.\d+(-[\w.-]+)?$/
/** A version or range, not a URL of a repository, an archive or a folder. */
const isFromRegistry = (range: string) => !/[:/]/.test(range) || /^npm:(@[\w.-]+\/)?[\w.-]+@[^:/]+$/.test(range)

/** Listed by chdb for systems without a published package: there is nothing to install or verify. */
const unpublished = ['@chdb/lib-darwin-arm64', '@chdb/lib-darwin-x64', '@chdb/lib-linux-arm64-gnu']

const root = new URL('../', import.meta.url)
const read = (file: string) => JSON.parse(readFileSync(new URL(file, root), 'utf8'))

function problemsOf(path: string, locked: Locked): string[] {
  const { version = '', resolved, integrity = '', link, inBundle } = locked
  const problems: string[] = []
  if (link === true) problems.push('is a link to a folder')
  if (!exact.test(version)) problems.push(`has no exact version: ${version}`)
  if (resolved !== undefined && !resolved.startsWith(registry)) problems.push(`comes from ${resolved}`)
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const needsChecksum = inBundle !== true && !unpublished.includes(name)
  if (needsChecksum && !/^sha512-[\w+/]{86}==$/.test(integrity)) problems.push('has no SHA-512 checksum')
  for (const [other, range] of Object.entries({ ...locked.dependencies, ...locked.optionalDependencies }))
    if (!isFromRegistry(range)) problems.push(`needs ${other} from ${range}`)
  return problems
}

const { lockfileVersion, packages } = read('package-lock.json') as {
  lockfileVersion: number
  packages: Record<string, Locked>
}
const problems = Object.entries(packages).flatMap(([path, locked]) =>
  path === '' ? [] : problemsOf(path, locked).map((problem) => `package-lock.json: ${path} ${problem}`),
)
if (lockfileVersion !== 3) problems.push('package-lock.json: lockfileVersion must be 3')
for (const file of ['package.json', 'sdk/package.json']) {
  const { dependencies, devDependencies, optionalDependencies, overrides }: Manifest = read(file)
  const named = { ...dependencies, ...devDependencies, ...optionalDependencies, ...overrides }
  for (const [name, version] of Object.entries(named))
    if (!exact.test(String(version))) problems.push(`${file}: ${name} has no exact version: ${version}`)
}
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
else console.log(`${Object.keys(packages).length - 1} packages have checksums and come from the npm registry.`)

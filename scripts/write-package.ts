import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { buildConsole } from '../src/server/build-console.ts'

// Writes files that `npm pack` adds to the packed sources: `dist`, with JavaScript instead of TypeScript
// (Node strips no types below node_modules) and the built console, and the lockfile of the runtime packages.
// npm uses only a project's lockfile and ignores one in an archive. To install the tested versions,
// `dist/installation` is such a project, with the archive as its only dependency. `--clean` removes all of
// it.

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const lock = join(root, 'npm-shrinkwrap.json')

rmSync(dist, { recursive: true, force: true })
rmSync(lock, { force: true })
if (!process.argv.includes('--clean')) {
  for (const file of globSync('{src,demo}/**/*', { cwd: root, withFileTypes: true })) {
    const path = join(file.parentPath, file.name).slice(root.length)
    if (file.isFile() && !isOfTests(path)) copy(path)
  }
  for (const file of ['LICENSE', 'package.json']) cpSync(join(root, file), join(dist, file))
  const console = await buildConsole(undefined, pino())
  if (console === undefined) throw new Error('could not build the console')
  cpSync(console, join(dist, '.console', basename(console)), { recursive: true })
  const production = lockOfProduction()
  writeFileSync(lock, JSON.stringify(production, null, 2))
  writeInstallation(production)
}

function isOfTests(path: string): boolean {
  return /^src\/(testing|faults)\/|\.test\.ts$/.test(path)
}

function copy(path: string): void {
  const target = join(dist, path.replace(/\.ts$/, '.js'))
  mkdirSync(dirname(target), { recursive: true })
  if (!path.endsWith('.ts')) {
    cpSync(join(root, path), target)
    return
  }
  const script = stripTypeScriptTypes(readFileSync(join(root, path), 'utf8'))
  // Imports, and modules of threads and processes.
  writeFileSync(target, script.replaceAll(/(['"]\.{1,2}\/[^'"\n]+)\.ts(['"])/g, '$1.js$2'))
}

interface Lock {
  packages: Record<string, { dev?: boolean; devDependencies?: object; resolved?: string }>
}

/** The runtime packages in their tested versions. */
function lockOfProduction(): Lock {
  const whole: Lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const packages = Object.fromEntries(Object.entries(whole.packages).filter(([, { dev }]) => dev !== true))
  const { devDependencies: _, ...own } = packages[''] ?? {}
  return { ...whole, packages: { ...packages, '': own } }
}

/** A project for `npm ci` next to the archive; it runs no scripts. */
function writeInstallation({ packages: { '': own, ...others }, ...lockfile }: Lock): void {
  const { name, version, allowScripts, scarfSettings } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const archive = `file:${name}-${version}.tgz`
  const project = { name: `${name}-installation`, private: true, dependencies: { [name]: archive } }
  const packages = { '': project, [`node_modules/${name}`]: { ...own, resolved: archive }, ...others }
  const folder = join(dist, 'installation')
  mkdirSync(folder, { recursive: true })
  const files = {
    'package.json': { ...project, allowScripts, scarfSettings },
    'package-lock.json': { ...lockfile, name: project.name, packages },
  }
  for (const [file, content] of Object.entries(files))
    writeFileSync(join(folder, file), JSON.stringify(content, null, 2))
}

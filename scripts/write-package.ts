import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { buildConsole } from '../src/build-console.ts'

// Writes what `npm pack` adds to the sources that are packed as they are: `dist`, which stands in for the checkout with
// JavaScript in place of TypeScript (Node strips no types below node_modules) and the built console, and the lock of what is
// needed to run. npm goes by the lock of a project alone, and passes over the one within an archive that it is given: so that
// what was tried is installed, `dist/installation` is such a project, whose one dependency is the archive. `--clean`
// removes all of it.

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
  if (console === undefined) throw new Error('the console could not be built')
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
  // Imports, and modules that threads and processes are started with.
  writeFileSync(target, script.replaceAll(/(['"]\.{1,2}\/[^'"\n]+)\.ts(['"])/g, '$1.js$2'))
}

interface Lock {
  packages: Record<string, { dev?: boolean; devDependencies?: object; resolved?: string }>
}

/** What is needed to run, in the versions that were tried. */
function lockOfProduction(): Lock {
  const whole: Lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const packages = Object.fromEntries(Object.entries(whole.packages).filter(([, { dev }]) => dev !== true))
  const { devDependencies: _, ...own } = packages[''] ?? {}
  return { ...whole, packages: { ...packages, '': own } }
}

/** A project to be installed by `npm ci` where the archive lies, which asks nothing about scripts. */
function writeInstallation({ packages: { '': own, ...others }, ...lockfile }: Lock): void {
  const { name, version, allowScripts, scarfSettings } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  )
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

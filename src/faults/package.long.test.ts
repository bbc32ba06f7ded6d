import { execFile, spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { version } from '../lib/version.ts'
import { type Installation, makeInstallation, signal } from '../testing/processes.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))

let folder: string
let installation: Installation
let packed: string
let lock: { packages: Record<string, { dev?: boolean; version: string }> }

/** `npm pack` output of a copy of the checkout, below a `node_modules` with exactly its locked packages. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-package-'))
  const checkout = join(folder, 'checkout')
  const leftOut = ['.git', 'node_modules', 'data', 'dist']
  cpSync(root, checkout, {
    recursive: true,
    filter: (path) => !leftOut.includes(relative(root, path).split('/')[0] as string),
  })
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'))
  await run('npm', ['pack', '--pack-destination', folder], { cwd: checkout })
  expect(['dist', 'npm-shrinkwrap.json'].filter((name) => existsSync(join(checkout, name)))).toEqual([])
  await run('tar', ['-xzf', `sightline-${version}.tgz`], { cwd: folder })
  packed = join(folder, 'node_modules/sightline')
  mkdirSync(dirname(packed))
  renameSync(join(folder, 'package'), packed)
  lock = JSON.parse(readFileSync(join(packed, 'npm-shrinkwrap.json'), 'utf8'))
  for (const path of Object.keys(lock.packages)) {
    const isNested = path.lastIndexOf('node_modules/') > 0
    if (path === '' || isNested || !existsSync(join(root, path))) continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    symlinkSync(join(root, path), join(folder, path))
  }
  // Linked as by npm.
  mkdirSync(join(folder, 'node_modules/.bin'))
  for (const [name, program] of Object.entries({
    node: process.execPath,
    sightline: join(packed, 'bin/sightline.js'),
  })) {
    chmodSync(program, 0o755)
    symlinkSync(program, join(folder, 'node_modules/.bin', name))
  }
  installation = makeInstallation(join(folder, 'data'))
})
afterAll(async () => {
  await installation?.remove()
  rmSync(folder, { recursive: true, force: true })
})

test('a package locks its runtime dependencies and no development dependencies', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const name of Object.keys(dependencies)) expect(lock.packages).toHaveProperty([`node_modules/${name}`])
  for (const name of Object.keys(devDependencies)) expect(lock.packages).not.toHaveProperty([`node_modules/${name}`])
  expect(Object.values(lock.packages).filter(({ dev }) => dev)).toEqual([])
})

test('a package serves from node_modules, with its console', async () => {
  const server = await installation.startServer('serve', { program: join(packed, 'bin/sightline.js') })
  const page = await fetch(server.url)
  expect(page.status).toBe(200)
  const [script = ''] = /\/assets\/[^"]+\.js/.exec(await page.text()) ?? []
  expect((await fetch(new URL(script, server.url))).status).toBe(200)
  const document = await (await fetch(new URL('/openapi.json', server.url))).json()
  expect(document).toMatchObject({ info: { version } })
  expect(await server.stop()).toBe(0)
  expect(server.log()).not.toMatch(/warn|"level":[45]0/)
})

test('the project inside it makes npm install the archive with the tested packages', async () => {
  const project = join(folder, 'project')
  mkdirSync(project)
  const archive = `sightline-${version}.tgz`
  cpSync(join(folder, archive), join(project, archive))
  await run('tar', ['-xzf', archive, '--strip-components=3', 'package/dist/installation'], { cwd: project })
  // Fails if the lock does not match the project.
  const { stderr } = await run('npm', ['ci', '--dry-run', '--offline', '--loglevel=error'], { cwd: project })
  expect(stderr).not.toMatch(/allowScripts|install-scripts/)
  const { packages } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as typeof lock
  const { '': _, 'node_modules/sightline': own, ...others } = packages
  expect(own).toMatchObject({ version, resolved: `file:${archive}` })
  const { '': __, ...tried } = lock.packages
  expect(others).toEqual(tried)
})

/** On an older Node, the launcher of the server stays. */
const nodes = { 'this Node': '', 'an older Node': '--import "data:text/javascript,delete process.execve"' }

test.each(Object.entries(nodes))('a server started by npx stops with npx, on %s', async (name, options) => {
  const directory = join(folder, `data-of-npx-on-${name.replaceAll(' ', '-')}`)
  const started = spawn('npx', ['sightline', 'serve', '--port', '0', '--data-dir', directory], {
    cwd: folder,
    env: { ...process.env, BOT_RANGES: 'ignore', NODE_OPTIONS: options },
  })
  let printed = ''
  started.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  await expect.poll(() => started.exitCode ?? printed).toMatch(/listens on/)
  const { pid } = JSON.parse(readFileSync(join(directory, 'holder.json'), 'utf8')) as { pid: number }
  try {
    expect(pid).not.toBe(started.pid)
    started.kill()
    await expect.poll(() => existsSync(join(directory, 'holder.json'))).toBe(false)
    expect(printed).toContain('"stopping"')
  } finally {
    signal(pid, 'SIGKILL')
  }
})

test('the console contains and serves the licenses of its bundled packages', async () => {
  const server = await installation.startServer('serve', { program: join(packed, 'bin/sightline.js') })
  const licences = await fetch(new URL('/licences.md', server.url))
  expect([licences.status, licences.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\//)])
  const text = await licences.text()
  for (const name of ['react-dom', '@tanstack/react-router', '@base-ui/react', 'lucide-react'])
    expect(text).toMatch(new RegExp(`^## ${name} - .+\n\n(.+\n)*\n*.*Copyright`, 'm'))
  await server.stop()
})

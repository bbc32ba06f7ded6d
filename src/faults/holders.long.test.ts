import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { installWithBrand } from '../testing/installations.ts'
import {
  type Installation,
  makeInstallation,
  postgresProcesses,
  postmasterPid,
  signal,
  withDescendants,
} from '../testing/processes.ts'
import { seededRandom, until } from './testing/campaign.ts'

let sightline: Installation

beforeEach(async () => {
  ;({ installation: sightline } = await installWithBrand())
})
afterEach(() => sightline.remove())

const pathOf = (name: string) => join(sightline.directory, name)
/** All workspaces but the initial one. */
const names = async () => namesOf(await sightline.data('list-workspaces'))
const namesOf = (workspaces: { name: string }[]) => workspaces.map(({ name }) => name).filter((name) => name !== 'W')

/** A server that has stored something and was then killed, with or without its PostgreSQL. */
async function killServer(withPostgres: boolean): Promise<number[]> {
  const server = await sightline.startServer()
  await sightline.operate('create-workspace', { name: 'kept' })
  const postgres = postgresProcesses(sightline.directory)
  if (withPostgres) for (const pid of postgres) signal(pid, 'SIGSTOP')
  await server.stop('SIGKILL')
  if (withPostgres) for (const pid of postgres) signal(pid, 'SIGKILL')
  return postgres
}

test('a second server fails with the name of the first one, which keeps running', async () => {
  const server = await sightline.startServer()
  const refused = await sightline.run(['serve', '--port', '0'])
  expect(refused).toMatchObject({ status: 1, stdout: '' })
  const { error } = JSON.parse(refused.stderr)
  expect(error.code).toBe('conflict')
  expect(error.message).toContain(`${sightline.directory} is in use by process ${server.process.pid}, a server`)

  for (const unreadable of ['', '{"pid":1', 'null', '{}']) {
    writeFileSync(pathOf('holder.json'), unreadable)
    const { stderr, status } = await sightline.run(['serve', '--port', '0'])
    expect(status).toBe(1)
    expect(JSON.parse(stderr).error.message).toContain('is in use by another process')
  }
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  expect(await server.stop()).toBe(0)
})

test('leftovers of a killed server block neither a command nor the next server', async () => {
  await killServer(false)
  expect(postgresProcesses(sightline.directory)).toContain(postmasterPid(sightline.directory))
  expect(existsSync(pathOf('control.sock'))).toBe(true)
  expect(await names()).toEqual(['kept'])
  expect(postgresProcesses(sightline.directory)).toEqual([])

  await killServer(false)
  truncateSync(pathOf('holder.json'), 9)
  const server = await sightline.startServer()
  expect(server.log()).toContain('outlived its parent')
  expect(namesOf(await sightline.operate('list-workspaces'))).toEqual(['kept', 'kept'])
  expect(await server.stop()).toBe(0)
})

test('an orphaned PostgreSQL that is suspended, or has lost its postmaster, is stopped', async () => {
  for (const pid of await killServer(false)) signal(pid, 'SIGSTOP')
  expect(await names()).toEqual(['kept'])

  await killServer(false)
  const postmaster = postmasterPid(sightline.directory) as number
  const others = postgresProcesses(sightline.directory).filter((pid) => pid !== postmaster)
  for (const pid of others) signal(pid, 'SIGSTOP')
  signal(postmaster, 'SIGKILL')
  expect(await names()).toEqual(['kept', 'kept'])
  expect(postgresProcesses(sightline.directory).filter((pid) => others.includes(pid))).toEqual([])
})

test('recorded process ids that another program has now are ignored', async () => {
  await killServer(true)
  const { uid } = statSync(pathOf('postgres'))
  const other = spawn('sleep', ['600'], { uid, stdio: 'ignore' })
  await once(other, 'spawn')
  for (const file of ['postgres/postmaster.pid', 'postgres/.s.PGSQL.5432.lock']) {
    const [, ...rest] = readFileSync(pathOf(file), 'utf8').split('\n')
    writeFileSync(pathOf(file), [other.pid, ...rest].join('\n'))
  }
  const holder = JSON.parse(readFileSync(pathOf('holder.json'), 'utf8'))
  writeFileSync(pathOf('holder.json'), JSON.stringify({ ...holder, pid: other.pid }))
  const server = await sightline.startServer()
  expect(await names()).toEqual(['kept'])
  expect(await server.stop()).toBe(0)
  expect(other.exitCode ?? other.signalCode).toBeNull()
  other.kill()
})

test('files left empty by a crash are ignored too', async () => {
  await killServer(true)
  for (const file of ['postgres/postmaster.pid', 'postgres/.s.PGSQL.5432.lock', 'holder.json', 'control.sock.lock'])
    writeFileSync(pathOf(file), '')
  expect(await names()).toEqual(['kept'])
})

test('a first start killed during cluster creation does not count as a start', async () => {
  const random = seededRandom()
  for (let round = 0; round < 20; round += 1) {
    await sightline.remove()
    sightline = makeInstallation()
    const starting = sightline.start(['serve', '--port', '0'])
    const unfinished = () =>
      readdirSync(sightline.directory).find((name) => existsSync(join(pathOf(name), 'PG_VERSION')))
    await until(unfinished, Boolean, 5)
    await sleep(random() * 400)
    // Kills only the program, or everything as a power cut does.
    const { pid } = starting.process as { pid: number }
    for (const victim of round % 2 === 0 ? withDescendants(pid) : [pid]) signal(victim, 'SIGKILL')
    await starting.ended
    expect(await names()).toEqual([])
    expect(readdirSync(sightline.directory).filter((name) => name.startsWith('postgres'))).toEqual(['postgres'])
  }
})

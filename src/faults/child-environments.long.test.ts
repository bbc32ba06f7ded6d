import { randomBytes } from 'node:crypto'
import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { variables } from '../config.ts'
import { hasBrowser } from '../testing/chromium.ts'
import { type FixtureSite, startFixtureSite } from '../testing/fixture-site.ts'
import { makePdf } from '../testing/knowledge/make-pdf.ts'
import { type Installation, makeBrand, makeInstallation } from '../testing/processes.ts'
import { until } from './testing/campaign.ts'

const plant = () => `planted-${randomBytes(12).toString('hex')}`
const mailPassword = plant()
const secretsKey = randomBytes(32).toString('base64')

/** A value for every configuration variable that holds a key or a password. */
const planted: Record<string, string> = {
  METRICS_TOKEN: plant(),
  SECRETS_KEY: secretsKey,
  SMTP_URL: `smtp://us:${mailPassword}@127.0.0.1:9`,
  SSO_CLIENT_SECRET: plant(),
  KNOWLEDGE_EMBEDDING_API_KEY: plant(),
  KNOWLEDGE_MODEL_API_KEY: plant(),
  SENTIMENT_API_KEY: plant(),
}
/** Empty, as this server has its own stores: child processes must not get these variables either. */
const stores = { DATABASE_URL: '', CLICKHOUSE_URL: '' }

let site: FixtureSite
let sightline: Installation

beforeAll(async () => {
  site = await startFixtureSite()
  sightline = makeInstallation(undefined, {
    ...planted,
    ...stores,
    SSO_ISSUER: 'http://localhost:9',
    SSO_CLIENT_ID: 'us',
    SITE_STAND_INS: `acme.com=127.0.0.1:${site.port}`,
  })
})
afterAll(async () => {
  await sightline.remove()
  site.close()
})

/** Environments of the child processes seen, by command line. */
const environments = new Map<string, string>()
const hasSeen = (command: RegExp) => environments.keys().some((line) => command.test(line))

/** Reads the environments of all descendants of the programs that this test started. */
function readEnvironments(): void {
  const all = descendants(process.pid)
  const programs = new Set(all.map(commandLine).filter((line) => /cli\.[jt]s/.test(line)))
  for (const pid of all) {
    // Before exec, a process shows its parent's environment: read the command line first.
    const line = commandLine(pid)
    if (line === '' || programs.has(line)) continue
    const environment = readIfThere(`/proc/${pid}/environ`)
    if (environment !== undefined && environment !== '') environments.set(`${line} ${pid}`, environment)
  }
}
/** All descendants of a process, from one read of /proc: several reads would miss short-lived ones. */
function descendants(root: number): number[] {
  const parents = new Map<number, number>()
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    // Fields after the name, which ends with the last parenthesis: state and parent.
    const stat = readIfThere(`/proc/${pid}/stat`)?.split(') ').at(-1)
    if (stat !== undefined) parents.set(Number(pid), Number(stat.split(' ')[1]))
  }
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && (parents.get(pid) === root || isBelow(parents.get(pid)))
  return [...parents.keys()].filter(isBelow)
}

const commandLine = (pid: number) => readIfThere(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ') ?? ''

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

test('this test plants a value in every configuration variable that holds a secret', () => {
  const secret = Object.keys(variables).filter(
    (name) => name !== 'PUBLIC_URL' && /KEY$|SECRET|TOKEN|PASSWORD|(?<!_BASE)_URL$/.test(name),
  )
  expect(secret.sort()).toEqual([...Object.keys(planted), ...Object.keys(stores)].sort())
})

test('every process that the program starts gets an explicit environment', () => {
  const files = globSync('src/**/*.ts', {
    exclude: (name) => /\.test\.ts$|(^|\/)(testing|faults)(\/|$)/.test(name),
  })
  const starts = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    const isStarting = /from '(node:child_process|tinypool)'/.test(text)
    const found = isStarting ? text.matchAll(/\b(?:spawn|spawnSync|fork|execFile|exec|Tinypool)\(/g) : []
    return [...found].map(({ index }) => ({ file, call: text.slice(index, index + 500) }))
  })
  expect(starts.length).toBeGreaterThan(7)
  const bare = starts.filter(({ call }) => !/\benv: (childEnvironment\(|\{)|, options\)/.test(call))
  expect(bare).toEqual([])
})

test.runIf(process.platform === 'linux')(
  'no child process has a configured secret or any configuration variable in its environment',
  async () => {
    const timer = setInterval(readEnvironments, 50)
    try {
      const brand = await makeBrand(sightline)
      const server = await sightline.startServer()
      const of = { brand_id: brand.brandId }
      writeFileSync(`${sightline.directory}/manual.pdf`, makePdf([[['Boots are sewn in Tampere.', 10]]]))
      const manual = { ...of, title: 'Manual' }
      await sightline.operate('add-knowledge-document', manual, `${sightline.directory}/manual.pdf`)
      await until(() => hasSeen(/read-process/))
      await sightline.operate('start-audit', of)
      await until(() => hasSeen(/subprocess-program/))
      const days = { start_date: '2026-01-01', end_date: '2026-01-07' }
      const report = await sightline.operate('create-report', { ...of, ...days })
      if (hasBrowser) {
        const address = `${server.url}/v1/brands/${brand.brandId}/reports/${report.id}`
        const headers = { authorization: `Bearer ${brand.secret}`, accept: 'application/pdf' }
        do expect((await fetch(address, { headers })).status).toBe(200)
        while (!hasSeen(/--print-to-pdf/))
      }
      expect(await server.stop()).toBe(0)
    } finally {
      clearInterval(timer)
    }
    for (const command of [/initdb -D/, /bin\/postgres -D/, /^postgres: /, /subprocess-program/])
      expect(
        [...environments.keys()].filter((line) => command.test(line)),
        `${command}`,
      ).not.toEqual([])
    const values = [...Object.values(planted), mailPassword]
    const names = Object.keys(variables)
    for (const [line, environment] of environments) {
      const held = environment.split('\0').map((entry) => entry.split('=')[0] as string)
      expect({ line, held: held.filter((name) => names.includes(name)) }).toEqual({ line, held: [] })
      expect({ line, values: values.filter((value) => environment.includes(value)) }).toEqual({
        line,
        values: [],
      })
    }
  },
)

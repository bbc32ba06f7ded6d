import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { readConfig } from '../config.ts'
import { domainColumns } from '../features/brands/index.ts'
import { type Proposal, type Suggested, wantedPrompts } from '../features/setup/index.ts'
import { commands } from '../features.ts'
import { readFlags, readSecret, UsageError } from '../interfaces/cli/command-line.ts'
import { createProgress, formatData } from '../interfaces/cli/format-output.ts'
import { print } from '../interfaces/cli/print.ts'
import flags from '../interfaces/cli/start-flags.json' with { type: 'json' }
import type { Operation } from '../kernel/operation.ts'
import { ApiError, conflict, unavailable } from '../lib/errors.ts'
import { providerNames, providers } from '../lib/providers/providers.ts'
import { createLog } from './log.ts'
import { createPerformer } from './performer.ts'
import { stopSignal } from './stop-signal.ts'

const defaultMonthlyUsd = '50'

type Row = Record<string, unknown> & { id: string }
type Fields = Record<string, string | undefined>

/** What a set-up works with: its flags, an operation by name, and a question to the person. */
interface Session {
  flag(name: keyof typeof flags): string | undefined
  run<T = Row>(name: string, fields?: Fields): Promise<T>
  confirm(question: string): Promise<boolean>
}

/**
 * Sets up a brand from its domain and runs its first collection, after a person confirmed the costs.
 * @returns the exit status
 * @throws UsageError, ApiError
 */
export async function start(words: string[]): Promise<number> {
  const single = Object.keys(flags).filter((name) => name !== 'yes')
  const given = readFlags('start', words, { single: [...single, 'data-dir'], bare: ['yes'] })
  const flag = (name: string) => given.get(name)?.[0]
  const domain = flag('domain')
  const keyFlag = ['api-key-env', 'api-key-file'].find((name) => given.has(name))
  if (domain === undefined || keyFlag === undefined)
    throw new UsageError('start needs --domain, and --api-key-env or --api-key-file')
  const isConfirmed = given.has('yes')
  if (!isConfirmed && !process.stdin.isTTY)
    throw new UsageError('start asks before it spends money; run it in a terminal, or add --yes')
  const site = domainColumns(domain)
  const apiKey = readSecret(keyFlag, flag(keyFlag) as string)
  const config = readConfig({ ...process.env, ...(given.has('data-dir') && { DATA_DIR: flag('data-dir') }) })
  const log = createLog(process.env.LOG_LEVEL ? config.LOG_LEVEL : 'fatal', 'stderr')
  const performer = createPerformer(config, log)
  const stopped = stopSignal().then(() => Promise.reject(unavailable('stopped; run start again to continue', 0)))
  stopped.catch(performer.close)
  const session: Session = {
    flag,
    async run<T>(name: string, fields: Fields = {}) {
      const set = Object.entries(fields).filter(([, value]) => value !== undefined)
      const texts = Object.fromEntries(set.map(([field, value]) => [field, [value as string]]))
      const operation = commands.find((candidate) => candidate.name === name) as Operation
      const { progress, done } = createProgress()
      const performed = performer.perform(operation, { name, texts, allRows: true }, progress)
      const outcome = await Promise.race([performed, stopped]).finally(done)
      if ('envelope' in outcome) return outcome.envelope.data as T
      throw new ApiError(outcome.failure.error.code, outcome.failure.error.message)
    },
    confirm: async (question) => isConfirmed || ask(question),
  }
  try {
    const brand = await openBrand(session, site)
    return await setUp(session, brand.id, (await openSource(session, brand, apiKey)).id)
  } finally {
    await performer.close()
  }
}

/** Asks on the terminal. Anything but yes is no, and so is the end of the input. */
async function ask(question: string): Promise<boolean> {
  process.stdout.write(`${question} [y/N] `)
  const lines = createInterface({ input: process.stdin })
  const answer = await Promise.race([once(lines, 'line'), once(lines, 'close'), stopSignal()])
  lines.close()
  return /^\s*y(es)?\s*$/i.test(String(answer?.[0]))
}

/** The brand of a site, created if no workspace has it. */
async function openBrand({ flag, run }: Session, site: ReturnType<typeof domainColumns>): Promise<Row> {
  const all = await run<Row[]>('list-workspaces')
  const workspaces = all.filter(({ id }) => id === (flag('workspace-id') ?? id))
  for (const { id } of workspaces) {
    const brands = await run<Row[]>('list-brands', { workspace_id: id })
    const found = brands.find(({ website }) => website === site.website)
    if (found !== undefined) return found
  }
  if (workspaces.length > 1) throw new UsageError('several workspaces exist; choose one with --workspace-id')
  const name = site.primary_domain.replace(/\..*/, '').replace(/^./, (first) => first.toUpperCase())
  const known = flag('workspace-id') ?? workspaces[0]?.id
  const workspace_id = known ?? (await run('create-workspace', { name })).id
  return run('create-brand', { workspace_id, name, domain: site.website })
}

/** The provider's source, with this key. */
async function openSource({ flag, run }: Session, brand: Row, api_key: string): Promise<Row> {
  const workspace_id = String(brand.workspace_id)
  const kind =
    flag('kind') ??
    providers.find(({ keyPrefix }) => keyPrefix !== undefined && api_key.startsWith(keyPrefix))?.kind ??
    'openai'
  const name = providerNames[kind] ?? kind
  const given = { api_key, model: flag('model'), base_url: flag('base-url'), price: flag('price') }
  const sources = await run<Row[]>('list-sources', { workspace_id })
  const known = sources.find((one) => one.kind === kind && one.name === name)
  if (known !== undefined) return run('update-source', { source_id: known.id, ...given })
  const models = await run<Row[]>('list-models', { workspace_id, kind })
  const usual = models.find(({ is_default }) => is_default) as { model?: string } | undefined
  return run('create-source', { workspace_id, kind, name, ...given, model: given.model ?? usual?.model })
}

/** Proposes and stores a set-up unless the brand has one, and runs its plan unless it has answers. */
async function setUp(session: Session, brand_id: string, source_id: string): Promise<number> {
  const { flag, run, confirm } = session
  const asked = { brand_id, source_id, country: flag('country'), language: flag('language') }
  let suggested = await run<Suggested>('suggest-setup', asked)
  const { engine } = suggested
  const plan = run('get-collection', { brand_id, engine })
  const isPlanned = await plan.then(
    () => true,
    ({ code }: ApiError) => code !== 'not_found',
  )
  const monthly = flag('monthly-usd') ?? (suggested.left_usd === null ? defaultMonthlyUsd : undefined)
  if (monthly !== undefined) {
    await run('set-budget', { brand_id, monthly_usd: monthly })
    suggested = await run('suggest-setup', asked)
  }
  const { low, high } = suggested.usd_of_run ?? {}
  const cost = `the first run of up to ${wantedPrompts} prompts, for ${usd(low)} to ${usd(high)}`
  if (!isPlanned && !(await propose(session, suggested, asked, cost))) {
    const next = `sightline create-prompt --brand-id ${brand_id} --text …, create-competitor and set-collection`
    await print(`No prompt or competitor was stored. To continue by hand, run ${next}.`)
    return 1
  }
  const rankings = () => run<Row[]>('list-competitor-rankings', { brand_id })
  const hasAnswers = (rows: Row[]) => rows.some(({ visibility_pct }) => visibility_pct !== null)
  let rows = await rankings()
  if (hasAnswers(rows)) await print('The brand is set up and has answers; nothing was asked.')
  else {
    if (isPlanned && !(await confirm(`The plan has no answers yet. Start ${cost}?`))) return 1
    await print(`\nFirst run\n${formatData(await run('run-collection', { brand_id, engine }))}`)
    rows = await rankings()
    if (!hasAnswers(rows)) throw conflict('the run collected no answer; fix the cause and run start again')
  }
  const shown = ['rank', 'name', 'visibility_pct', 'market_share_pct', 'avg_rank']
  const figures = rows.map((row) => Object.fromEntries(shown.map((name) => [name, row[name]])))
  await print(`\nRanking\n${formatData(figures)}`)
  await print('\nTo open the console, run sightline serve and open the address that it prints.')
  return 0
}

const usd = (amount = Number.NaN) => `$${amount.toFixed(2)}`

/** Shows the costs and a proposal, each to confirm. @returns whether it stored the proposal */
async function propose({ run, confirm }: Session, costs: Suggested, asked: Fields, firstRun: string): Promise<boolean> {
  const [typical, most, left] = [costs.usd_typical ?? 0, costs.usd_at_most ?? 0, costs.left_usd ?? 0]
  await print(`Costs: the request for suggestions, ${usd(typical)} to ${usd(most)}; ${firstRun}, repeated every day.
Budget left this month, which Sightline never exceeds: ${usd(left)} (--monthly-usd).`)
  if (left < most + (costs.usd_of_run?.low ?? 0))
    throw conflict('the budget does not cover the request and the first run; raise it with --monthly-usd')
  if (!(await confirm('Read the site and send the request?'))) return false
  const suggested = await run<Suggested>('suggest-setup', { ...asked, confirm: 'true' })
  const { competitors, prompts, ...names } = suggested.proposal as Proposal
  const joined = prompts.map((prompt) => ({ ...prompt, tags: prompt.tags.join(', ') }))
  const parts = [formatData(names), formatData(competitors), formatData(joined), ...suggested.notes]
  await print(`\n${parts.join('\n\n')}\n\nThe request cost ${usd(suggested.cost_usd ?? undefined)}.`)
  if (!(await confirm(`Store this and start ${firstRun}?`))) return false
  const { brand_id, source_id } = asked
  const { engine, proposal } = suggested
  await run('create-setup', { brand_id, source_id, engine, proposal: JSON.stringify(proposal) })
  return true
}

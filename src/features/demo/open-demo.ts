import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { operator } from '../../kernel/actor.ts'
import type { Brand, Services, Workspace } from '../../kernel/context.ts'
import { invoke } from '../../kernel/invoke.ts'
import type { Operation } from '../../kernel/operation.ts'
import { conflict } from '../../lib/errors.ts'
import { importAnswers } from '../answers/index.ts'
import { createKey } from '../api-keys/index.ts'
import { createBrand } from '../brands/index.ts'
import { createCompetitor } from '../competitors/index.ts'
import { importCrawlerLogs } from '../crawler/index.ts'
import { importPageScans } from '../earned-mentions/index.ts'
import { refreshOpportunities } from '../opportunities/index.ts'
import { createTag } from '../tags/index.ts'
import { createWorkspace } from '../workspaces/index.ts'
import { demoAnswers } from './content/answers.ts'
import { demoScans } from './content/scans.ts'
import { demoLogLines } from './content/visits.ts'
import { demoBrand, demoCompetitors, demoTags, demoWorkspace } from './content/workspace.ts'
import { fillBrand } from './fill-brand.ts'

/**
 * Makes the demonstration workspace where it is missing, through the operations that an operator would use, and issues
 * a new key to it. What an interrupted start left undone is completed; days since the last start are added.
 * @returns the text to show once the URL is known
 * @throws ApiError conflict where the data directory holds other workspaces
 */
export async function openDemo(services: Services): Promise<(url: string) => string> {
  const { id: workspaceId } = await findWorkspace(services)
  const { id: brandId } = await findBrand(services, workspaceId)
  const call = (operation: Operation, input: Record<string, unknown>, file?: Readable) =>
    perform(
      services,
      operation,
      operation.on === 'brand' ? { brand_id: brandId } : { workspace_id: workspaceId },
      input,
      file,
    )

  const competitors = await services.db
    .selectFrom('competitors')
    .select('name')
    .where('brand_id', '=', brandId)
    .execute()
  const known = new Set(competitors.map((competitor) => competitor.name))
  for (const competitor of demoCompetitors)
    if (!known.has(competitor.name)) await call(createCompetitor, { ...competitor })
  const tags = await services.db.selectFrom('tags').select('name').where('brand_id', '=', brandId).execute()
  const tagged = new Set(tags.map((tag) => tag.name))
  for (const tag of demoTags) if (!tagged.has(tag.name)) await call(createTag, { ...tag })
  await call(importAnswers, {}, Readable.from(answerLines(services.now()), { objectMode: false }))
  const log = Buffer.from([...demoLogLines(services.now())].join(''))
  await call(importCrawlerLogs, { format: 'combined-vhost' }, Readable.from([log]))
  await fillBrand(services, brandId, call)
  await fillPages(services, brandId, call)
  const { secret } = (await call(createKey, { name: 'Demonstration' })) as { secret: string }
  return (url) => welcome(url, brandId, secret)
}

async function findWorkspace(services: Services): Promise<Pick<Workspace, 'id'>> {
  const workspaces = await services.db.selectFrom('workspaces').select(['id', 'name']).execute()
  const [found] = workspaces.filter((workspace) => workspace.name === demoWorkspace.name)
  if (workspaces.length > (found === undefined ? 0 : 1)) {
    throw conflict(
      'the data directory holds other workspaces: serve shows them all, and --data-dir gives the demonstration one of its own',
    )
  }
  return found ?? ((await perform(services, createWorkspace, {}, { name: demoWorkspace.name })) as Workspace)
}

async function findBrand(services: Services, workspaceId: string): Promise<Pick<Brand, 'id'>> {
  const brands = services.db.selectFrom('brands').select('id').where('workspace_id', '=', workspaceId)
  const found = await brands.where('name', '=', demoBrand.name).executeTakeFirst()
  return (
    found ??
    ((await perform(services, createBrand, { workspace_id: workspaceId }, { ...demoBrand })) as Brand)
  )
}

/** Gives the pages that answers cite their texts, once, and looks for what there is to do. */
async function fillPages(
  services: Services,
  brandId: string,
  call: (operation: Operation, input: Record<string, unknown>, file?: Readable) => Promise<unknown>,
): Promise<void> {
  const brands = services.db.selectFrom('brands').select('pages_seq').where('id', '=', brandId)
  const { pages_seq } = await brands.executeTakeFirstOrThrow()
  const lines = demoScans(services.now()).map((scan) => JSON.stringify(scan))
  if (pages_seq === 0) await call(importPageScans, {}, Readable.from([Buffer.from(lines.join('\n'))]))
  await call(refreshOpportunities, {})
}

async function perform(
  services: Services,
  operation: Operation,
  ids: Record<string, string>,
  input: Record<string, unknown>,
  file?: Readable,
): Promise<unknown> {
  const request = {
    actor: operator,
    requestId: randomUUID(),
    ids,
    input,
  }
  const { data } = await invoke(services, operation, file === undefined ? request : { ...request, file })
  return data
}

function* answerLines(today: Date): Generator<Buffer> {
  for (const answer of demoAnswers(today)) yield Buffer.from(`${JSON.stringify(answer)}\n`)
}

function welcome(url: string, brandId: string, secret: string): string {
  const request = (path: string) => `  curl -s -H 'Authorization: Bearer ${secret}' '${url}/v1${path}'`
  return [
    '',
    `Demonstration of the brand ${demoBrand.name}. This key is shown once; each start issues a new one:`,
    '',
    `  ${secret}`,
    '',
    'Three requests to begin with:',
    '',
    request('/brands'),
    request(`/brands/${brandId}/competitors/rankings?compare_to_previous=true`),
    request(`/brands/${brandId}/visibility/engines?compare_to_previous=true`),
    '',
  ].join('\n')
}

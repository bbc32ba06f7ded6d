import { z } from 'zod'
import { uuid } from '../../kernel/fields.ts'
import { defineOperation, forBrandAdmins } from '../../kernel/operation.ts'
import { country } from '../../lib/countries.ts'
import { ApiError, conflict, invalidRequest, notFound } from '../../lib/errors.ts'
import { parseReply, taskTexts } from '../../lib/models/text-model.ts'
import { askOnce, estimateQuestion, usdPerAnswer } from '../collection/index.ts'
import { readBrandSources } from '../profile/index.ts'
import { factsOf, findSource } from '../sources/index.ts'
import { answerSchema, checkAnswer, language, proposalSchema, readKnown, wantedPrompts } from './proposal.ts'
import words from './task.json' with { type: 'json' }

const { task, limit } = words
/** The part of a site that the model reads; every search charges for it again. */
const maxMaterialBytes = 12_000
/** Texts of a site below this length say nothing about a brand. */
const fewCharacters = 100
/** Links that models add to their words, also within JSON. */
const links = /\s*\(?\[[^[\]]*\]\(https?:[^()\s]*\)\)?/g

const suggested = z.object({
  engine: z.string().describe('The engine of the source for the plan.'),
  usd_typical: z.number().nullable().describe('Cost of an ordinary answer to the request. Null without a price.'),
  usd_at_most: z.number().nullable().describe('Maximum cost of the request. Null without a price.'),
  usd_of_run: z
    .object({ low: z.number(), high: z.number() })
    .nullable()
    .describe(`Cost of one run of ${wantedPrompts} prompts. Null without a price.`),
  left_usd: z.number().nullable().describe('Remaining budget this month. Null without a budget.'),
  cost_usd: z.number().nullable().describe('Cost of the request. 0 until confirmed; null if unknown.'),
  proposal: proposalSchema.nullable().describe('Null until confirmed.'),
  notes: z.array(z.string()).describe('Parts of the proposal that need a decision.'),
})
/** The costs of a set-up, and the proposal if it was paid for. */
export type Suggested = z.output<typeof suggested>

export const suggestSetup = defineOperation({
  ...forBrandAdmins,
  name: 'suggest-setup',
  summary: 'Propose names, competitors and prompts for a brand, with one paid request to a model',
  description:
    'Reads the site of the brand and asks the model of a source. Without confirm=true, shows the cost and sends nothing. ' +
    'The cost counts toward the budget of the brand. Stores nothing; create-setup stores a proposal.',
  isLong: 'waiting',
  isRecorded: true,
  fields: {
    source_id: uuid.describe('A source with a model.'),
    country: country.optional().describe('Main market. Defaults to the one that the model finds.'),
    language: language.optional().describe('Language of the prompts. Defaults to that of the market.'),
    confirm: z.boolean().default(false).describe('Whether to send the request and pay for it.'),
  },
  data: suggested,
  async run({ ctx: { services, brand }, input, signal, progress }) {
    const source = await findSource(services.db, input.source_id)
    if (source.workspace_id !== brand.workspace_id) throw notFound('source')
    if (source.model === '') throw invalidRequest(`source_id: ${source.kind} has no model, as openai has`)
    const payer = { workspaceId: brand.workspace_id, brandId: brand.id }
    const [engine = ''] = factsOf(source).engines
    const { source_id, confirm, ...chosen } = input
    const place = { country: chosen.country ?? 'US', language: chosen.language ?? 'en' }
    const questionOn = (material: string) => {
      const { instructions, prompt } = taskTexts({ task, material, schema: answerSchema }, limit)
      const given = JSON.stringify({ domain: brand.primary_domain, ...chosen })
      return { source_id, engine, ...place, prompt: `${instructions}\n\nGiven: ${given}\n${prompt}` }
    }
    const longest = questionOn('x'.repeat(maxMaterialBytes))
    const plan = { engine, source_id, countries: [place.country], language: place.language }
    const { perAnswer } = await usdPerAnswer(services, plan)
    const shown = {
      ...(await estimateQuestion(services, source, longest, payer)),
      usd_of_run: perAnswer && { low: perAnswer.low * wantedPrompts, high: perAnswer.high * wantedPrompts },
    }
    if (!confirm) return { data: { ...shown, cost_usd: 0, proposal: null, notes: [] }, changedNothing: true }
    if (shown.left_usd === null) throw conflict('no budget is set; run sightline set-budget')
    try {
      progress(0, undefined, 'answers; reading the site')
      const material = await readSite(readBrandSources(services, brand, [], signal))
      progress(0, undefined, `answers; asking ${source.model}`)
      const { result } = await askOnce(services, source, questionOn(material), signal, payer)
      if (result.outcome !== 'answered') throw conflict(`${source.name} did not answer: ${result.reason}`)
      const answer = answerSchema.safeParse(parseReply((result.answer ?? '').replace(links, '')))
      if (!answer.success) throw conflict(`${source.model} replied without a proposal`)
      const known = await readKnown(services.db, brand.id)
      const checked = checkAnswer(answer.data, { brand, known, material, chosen })
      return { data: { ...shown, cost_usd: result.cost_usd, ...checked } }
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'conflict')) throw error
      const byHand = `sightline create-prompt --brand-id ${brand.id} --text …, create-competitor, set-collection and run-collection`
      throw conflict(`${error.message}. Nothing was stored; to continue by hand, run ${byHand}`)
    }
  },
})

/** @throws ApiError conflict if the site has no text that Sightline can read */
async function readSite(reading: ReturnType<typeof readBrandSources>): Promise<string> {
  const { pages = [], problem = 'it takes too long', material = '' } = (await reading) ?? {}
  if (pages.length === 0) throw conflict(`the site cannot be read: ${problem}`)
  const texts = material.slice(material.indexOf(`Page ${pages[0]}`)).replace(/^Page \S+$/gm, '')
  if (texts.trim().length < fewCharacters) throw conflict('the site has no text without JavaScript')
  const bytes = Buffer.from(material).subarray(0, maxMaterialBytes)
  return bytes.toString().replace(/\uFFFD+$/, '')
}

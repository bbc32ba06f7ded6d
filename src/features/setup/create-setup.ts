import { z } from 'zod'
import { runChange } from '../../kernel/change.ts'
import { uuid } from '../../kernel/fields.ts'
import { defineChange, forBrandAdmins, inputSchema, type Operation } from '../../kernel/operation.ts'
import { validate } from '../../kernel/validation.ts'
import { invalidRequest } from '../../lib/errors.ts'
import { isCommonWord } from '../../lib/text/mentions/common-words.ts'
import { updateBrand } from '../brands/index.ts'
import { setCollection } from '../collection/index.ts'
import { createCompetitor } from '../competitors/index.ts'
import { createPrompts } from '../prompts/index.ts'
import { key, proposalSchema, readKnown } from './proposal.ts'

/** Stores the parts with their own operations, whose checks and audit records apply. */
export const createSetup = defineChange({
  ...forBrandAdmins,
  name: 'create-setup',
  summary: 'Create names, competitors, prompts and a plan of a brand from a proposal of suggest-setup',
  description:
    'Creates all of it or nothing. Replaces the name of the brand; keeps existing competitors and prompts. The plan starts immediately and runs once a day.',
  fields: {
    source_id: uuid.describe('The source that collects answers.'),
    engine: z.string().min(1).max(200).describe('Slug or name of the engine.'),
    proposal: proposalSchema.describe('As in suggest-setup; you can change it.'),
  },
  data: z.object({
    competitors: z.int().describe('Created competitors.'),
    prompts: z.int().describe('Created prompts.'),
  }),
  async change(call) {
    const { transaction, input } = call
    const { brand } = call.ctx
    const { name, aliases, domains, country, language, ...lists } = input.proposal
    const apply = async (operation: Operation, given: object) => {
      const checked = { ...call, input: validate(inputSchema(operation), given) }
      return (await runChange(operation, checked, { transaction })).data
    }
    const inContext = (names: string[]) => (names.some(isCommonWord) ? { match_in_context: true } : {})
    const allAliases = [...brand.aliases, ...aliases, ...domains]
    await apply(updateBrand, { name, aliases: allAliases, ...inContext([name, ...aliases]) })
    const { names, texts } = await readKnown(transaction, brand.id)
    const rivals = lists.competitors.filter((one) => !names.has(key(one.name)) && !names.has(one.domain))
    for (const { name, domain } of rivals)
      await apply(createCompetitor, { name, primary_url: `https://${domain}`, ...inContext([name]) })
    const fresh = lists.prompts.filter(({ text }) => !texts.has(text.trim()))
    const prompts = fresh.map(({ text, topic, tags }) => ({ text, topic, tags }))
    const lines =
      prompts.length === 0 ? [] : ((await apply(createPrompts, { prompts })) as { problem: string | null }[])
    const place = lines.findIndex(({ problem }) => problem !== null)
    if (place >= 0) throw invalidRequest(`proposal: ${prompts[place]?.text.slice(0, 100)}: ${lines[place]?.problem}`)
    const { engine, source_id } = input
    await apply(setCollection, { engine, source_id, countries: [country], language })
    const data = { competitors: rivals.length, prompts: prompts.length }
    return { data, audit: { before: null, after: data } }
  },
})

import { z } from 'zod'
import type { BrandContext } from '../../../kernel/context.ts'
import { trimmedText, uuid } from '../../../kernel/fields.ts'
import { lenientList } from '../../../kernel/lenient-fields.ts'
import { brandWrite, defineChange } from '../../../kernel/operation.ts'
import { conflict, unavailable } from '../../../lib/errors.ts'
import { ModelProblem } from '../../../lib/models/model-problem.ts'
import type { TextModel } from '../../../lib/models/text-model.ts'
import { mustNotOf, plain } from '../brief/create-brief.ts'
import { type BriefFacts, readBrief, refusedReads } from '../brief/read-brief.ts'
import { findOpportunity, opportunitySchema, serializeOpportunity } from '../opportunity.ts'
import { isBackedBy } from './check-claims.ts'
import words from './words.json' with { type: 'json' }

const passageRef = z.object({ document_id: z.uuid(), document_title: z.string(), chunk: z.int() })

const draftShape = {
  title: z.string().describe('The topic, or else the first prompt.'),
  sentences: z.array(
    z.object({
      text: z.string(),
      heading: z.string().nullable().describe('The prompt that its section answers. Null in the introduction.'),
      passage: passageRef.nullable().describe('The passage that backs it.'),
      is_backed: z.boolean(),
    }),
  ),
  backed_sentences: z.int().describe('Sentences with a passage that has their figures, names and most other words.'),
  unbacked_sentences: z.int().describe('All other sentences. Check or delete them.'),
  left_out: z.array(z.string()).describe('Operations that the caller cannot run; the draft lacks their data.'),
  markdown: z.string().describe('The draft as text, with unbacked sentences marked.'),
  model: z.string().describe('Provider and model that wrote it.'),
}

type Sentence = z.output<typeof draftShape.sentences>[number]

/** Longer or more text than this is an answer of the wrong form: nothing is cut. */
const answerSchema = z.object({
  sections: z
    .array(
      z.object({
        prompt: z.int().nullish(),
        sentences: z.array(z.object({ text: trimmedText(1, 600), passages: lenientList(z.int(), 20) })).max(40),
      }),
    )
    .max(15)
    .refine((sections) => sections.some(({ sentences }) => sentences.length > 0)),
})

export const createDraft = defineChange({
  name: 'create-draft',
  summary: 'Draft a page for an opportunity with the language model of the server',
  description:
    'Gives the prompts and passages of the brief to the model of KNOWLEDGE_MODEL_PROVIDER, and checks each sentence ' +
    'against the passage that it names. Untrusted text of a model. Sightline neither stores nor publishes it.',
  ...brandWrite('write:prompts', 'POST', '/opportunities/{opportunity_id}/draft'),
  readsTables: ['answers', 'readings'],
  fields: { opportunity_id: uuid },
  data: z.object(draftShape).meta({ component: 'Draft' }),
  async prefetch({ ctx, input: { opportunity_id }, signal }) {
    const { services, brand, actor } = ctx
    const row = await findOpportunity(services.db, brand.id, opportunity_id)
    const opportunity = opportunitySchema.parse(serializeOpportunity(row, services.now()))
    if ('issue_id' in opportunity.evidence) throw conflict('opportunity_id: an issue of the site needs no draft')
    const { model } = services.states.knowledge
    if (model === undefined)
      throw conflict('no language model is configured; set KNOWLEDGE_MODEL_PROVIDER and KNOWLEDGE_MODEL')
    const left_out = refusedReads(actor)
    const read = await readBrief(ctx, opportunity, left_out)
    const sentences = await writeDraft(ctx, model, read, signal)
    const title = opportunity.topic_name ?? read.prompts[0]?.text ?? opportunity.title
    const backed = sentences.filter(({ is_backed }) => is_backed).length
    return {
      ...{ title, sentences, backed_sentences: backed, unbacked_sentences: sentences.length - backed, left_out },
      ...{ markdown: asMarkdown(title, sentences), model: model.name },
    }
  },
  async change({ input, prefetched: data }) {
    const { model, backed_sentences, unbacked_sentences } = data
    return { data, audit: { before: null, after: { ...input, model, backed_sentences, unbacked_sentences } } }
  },
})

/** @throws ApiError service_unavailable if the model fails */
async function writeDraft(
  { brand }: BrandContext,
  model: TextModel,
  { prompts, passages, style }: BriefFacts,
  signal: AbortSignal,
): Promise<Sentence[]> {
  const numbered = (texts: readonly string[]) => texts.map((text, index) => `${index + 1}. ${text}`).join('\n')
  const material = [
    `The company: ${brand.name}`,
    `Prompts:\n${numbered(prompts.map(({ text }) => text))}`,
    `Passages:\n${numbered(passages.map(({ headings, text }) => [...headings, text].join('\n')))}`,
  ].join('\n\n')
  const { tone_of_voice, writing_rules, english_variant } = style ?? {}
  const rules = { tone_of_voice, english_variant, always: writing_rules?.always_do, never: mustNotOf(style) }
  const task = `${words.task}\n${words.style} ${JSON.stringify(rules)}`
  const question = { task, material: material.toWellFormed(), schema: answerSchema }
  const { sections } = await model.ask(question, signal).catch((error: unknown) => {
    throw error instanceof ModelProblem ? unavailable(`no draft: ${error.message}`, 60, error) : error
  })
  const ownNames = [brand.name, ...brand.aliases]
  return sections.flatMap(({ prompt, sentences }) =>
    sentences.map(({ text, passages: named }) => {
      const backing = named.flatMap((number) => passages[number - 1] ?? [])
      const passage = backing.find((one) => isBackedBy(text, one, ownNames))
      const heading = prompts[(prompt ?? 0) - 1]?.text ?? null
      return { text, heading, passage: passage ? passageRef.parse(passage) : null, is_backed: passage !== undefined }
    }),
  )
}

function asMarkdown(title: string, sentences: readonly Sentence[]): string {
  const lineOf = ({ text, passage }: Sentence) =>
    passage === null
      ? `**[unbacked]** ${plain(text)}`
      : `${plain(text)} (${plain(passage.document_title)}, passage ${passage.document_id}/${passage.chunk})`
  const sections = [...Map.groupBy(sentences, ({ heading }) => heading)].map(
    ([heading, own]) => `${heading === null ? '' : `## ${plain(heading)}\n\n`}${own.map(lineOf).join('\n')}\n`,
  )
  return [`# ${plain(title)}\n`, ...sections].join('\n')
}

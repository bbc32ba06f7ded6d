import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Services } from '../../kernel/context.ts'
import { requiredText } from '../../kernel/lenient-fields.ts'
import { ModelProblem } from '../../lib/models/model-problem.ts'
import type { ReadDocument } from './extraction/prepare-document.ts'
import type { KnowledgeDocumentsTable } from './tables.ts'

/** Summary columns of a document. */
export type Summary = Pick<
  Selectable<KnowledgeDocumentsTable>,
  'summary' | 'summarised_by' | 'summary_problem'
>

/** Characters of a long document for the model, in addition to the extracted summary. */
const readCharacters = 20_000

const answer = z.object({ summary: requiredText(1000) })

const task = `You summarize a document about a company for people who decide whether to open it: two to five sentences in the
language of the document, at most 700 characters, that say what it is about and its most telling facts.`

/** Summarizes a document by the language model if configured, or else by extracted sentences. */
export async function summarizeByModel(
  services: Services,
  { id, title }: { id: string; title: string },
  { text, summary }: ReadDocument,
  signal: AbortSignal,
): Promise<Summary> {
  const extracted = { summary, summarised_by: 'extract', summary_problem: null }
  const model = services.states.knowledge.model
  if (model === undefined) return extracted
  const isLong = text.length > readCharacters
  const beginning = text.slice(0, readCharacters).toWellFormed()
  const material = `${title}\n\n${isLong ? `${beginning} …\n\nFrom all of it: ${summary}` : text}`
  try {
    const written = await model.ask({ task, material, schema: answer }, signal)
    return { summary: written.summary, summarised_by: model.name, summary_problem: null }
  } catch (error) {
    if (!(error instanceof ModelProblem)) throw error
    services.log.warn({ document_id: id, problem: error.message }, 'the model failed to summarize a document')
    return { ...extracted, summary_problem: error.message }
  }
}

import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Services } from '../../kernel/context.ts'
import { requiredText } from '../../kernel/lenient-fields.ts'
import { ModelProblem } from '../../lib/models/model-problem.ts'
import type { ReadDocument } from './extraction/prepare-document.ts'
import { knowledgeModel } from './knowledge-model.ts'
import type { KnowledgeDocumentsTable } from './tables.ts'

/** What PostgreSQL notes of a document's summary. */
export type Summary = Pick<
  Selectable<KnowledgeDocumentsTable>,
  'summary' | 'summarised_by' | 'summary_problem'
>

/** What a model is given of a long document: its beginning, and the sentences that say most of all of it. */
const readCharacters = 20_000

const answer = z.object({ summary: requiredText(1000) })

const task = `You summarise a document about a company for people who decide whether to open it: two to five sentences in the
language of the document, at most 700 characters, that say what it is about and its most telling facts.`

/** The summary of a document: the language model's where one is configured, else sentences of its own. */
export async function summarizeByModel(
  services: Services,
  { id, title }: { id: string; title: string },
  { text, summary }: ReadDocument,
  signal: AbortSignal,
): Promise<Summary> {
  const extracted = { summary, summarised_by: 'extract', summary_problem: null }
  const model = knowledgeModel(services.config)
  if (model === undefined) return extracted
  const isLong = text.length > readCharacters
  const beginning = text.slice(0, readCharacters).toWellFormed()
  const material = `${title}\n\n${isLong ? `${beginning} …\n\nFrom all of it: ${summary}` : text}`
  try {
    const written = await model.ask({ task, material, schema: answer }, signal)
    return { summary: written.summary, summarised_by: model.name, summary_problem: null }
  } catch (error) {
    if (!(error instanceof ModelProblem)) throw error
    services.log.warn(
      { document_id: id, problem: error.message },
      'a document was not summarised by the model',
    )
    return { ...extracted, summary_problem: error.message }
  }
}

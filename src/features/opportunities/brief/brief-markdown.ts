import type { z } from 'zod'
import { countOf } from '../opportunity.ts'
import type { briefShape } from './brief-shape.ts'

type Brief = { [K in Exclude<keyof typeof briefShape, 'markdown'>]: z.output<(typeof briefShape)[K]> }

/** Text of others on one line, without Markdown. */
const plain = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>#|]/g, '\\$&')

/** Writes a brief as Markdown. Omits empty sections. */
export function writeBrief(brief: Brief): string {
  const { opportunity, prompts, search_queries, competitors, quotes, pages, facts, must_not, publish } = brief
  const sections: [title: string, lines: string[]][] = [
    ['Prompts', prompts.map((one) => `- ${plain(one.text)} (${gapOf(one)})`)],
    [
      'What engines search for',
      search_queries.map(({ query, answers }) => `- ${plain(query)} (${inAnswers(answers)})`),
    ],
    ['Mentioned instead', competitors.map(({ name, answers }) => `- ${plain(name)} (${inAnswers(answers)})`)],
    [
      'What answers say of them',
      quotes.map(({ name, text, engine }) => `- ${plain(name)}, ${engine}: “${plain(text)}”`),
    ],
    [
      'Pages that answers cite',
      pages.map(
        (page) =>
          `- ${plain(page.title ?? page.domain)}: <${page.url}> (${inAnswers(page.citation_count)}, ${ownerOf(page)})`,
      ),
    ],
    [
      'Facts to cover, from your documents',
      facts.map(
        (one) =>
          `- ${plain(one.text)} (${plain(one.document_title)}, passage ${one.document_id}/${one.chunk})`,
      ),
    ],
    ['Style', (brief.writing_style?.writing_rules.always_do ?? []).map((rule) => `- ${plain(rule)}`)],
    ['Must not', must_not.map((rule) => `- ${plain(rule)}`)],
    [
      'Where',
      publish.map(
        ({ action, target, reason }) =>
          `- ${verbs[action]} ${target.startsWith('http') ? `<${target}>` : plain(target)}: ${plain(reason)}`,
      ),
    ],
    ['Steps', opportunity.steps.map((step, index) => `${index + 1}. ${step}`)],
  ]
  const written = sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => `## ${title}\n\n${lines.join('\n')}\n`)
  const { start_date, end_date } = opportunity.evidence
  const head = `# ${plain(opportunity.title)}\n\n${plain(opportunity.why)} Period: ${start_date} to ${end_date}.\n`
  return [head, ...written].join('\n')
}

const verbs = { update: 'Update', write: 'Write on', pitch: 'Pitch' }

const inAnswers = (answers: number) => countOf(answers, 'answer')

const gapOf = ({ executions, competitors_only, both }: Brief['prompts'][number]) =>
  `of ${inAnswers(executions)}, ${competitors_only} mention only competitors, ${both} both`

const ownerOf = ({ owner }: Brief['pages'][number]) =>
  owner.type === 'brand'
    ? 'yours'
    : owner.type === 'competitor'
      ? `of ${plain(owner.name ?? '')}`
      : 'third party'

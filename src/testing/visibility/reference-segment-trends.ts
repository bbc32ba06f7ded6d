import type { ReferenceAnswer, ReferenceBrand, ReferenceRequest } from './reference-brand.ts'
import { isWithin, matches, periodOf, type ReferenceRow, rank, figuresOf as rowFigures } from './reference-ranking.ts'
import { referenceBuckets } from './reference-trend.ts'

/** The expected rows of all pages of `visibility/segments/trend`, as returned by `askAll`. */
export function referenceSegmentTrends(brand: ReferenceBrand, request: ReferenceRequest, today: string) {
  const period = periodOf(request, today)
  const interval = request.interval ?? 'day'
  const answers = brand.answers.filter((answer) => matches(brand, answer, request) && isWithin(answer.day, period))
  const lines = new Map<string, { names: SegmentNames; answers: ReferenceAnswer[] }>()
  for (const answer of answers) {
    const names = namesOf(brand, answer, request.dimension)
    if (names === undefined) continue
    const key = names.topic_id ?? names.prompt_id ?? names.segment
    const line = lines.get(key) ?? { names, answers: [] }
    line.answers.push(answer)
    lines.set(key, line)
  }
  const figuresOf = (those: ReferenceAnswer[]) => {
    const own = rank(brand.entities, those).find((row) => row.entity.isOurBrand) as ReferenceRow
    return { executions: those.length, ...rowFigures(own) }
  }
  const data = [...lines.values()]
    .sort((a, b) => b.answers.length - a.answers.length || (a.names.segment < b.names.segment ? -1 : 1))
    .map((line) => ({
      ...line.names,
      ...figuresOf(line.answers),
      points: referenceBuckets(period, interval).map((bucket) => ({
        ...bucket,
        ...figuresOf(line.answers.filter((answer) => isWithin(answer.day, bucket))),
      })),
    }))
  const { dimension } = request
  const meta = { brand_id: brand.id, dimension, period, interval, executions: answers.length }
  return { data, meta: { ...meta, segments: data.length } }
}

interface SegmentNames {
  segment: string
  topic_id?: string
  prompt_id?: string
}

function namesOf(
  { topics }: ReferenceBrand,
  { engine, country, prompt }: ReferenceAnswer,
  dimension: ReferenceRequest['dimension'],
): SegmentNames | undefined {
  if (dimension === 'engine') return { segment: engine }
  if (dimension === 'market') return { segment: country }
  if (prompt === undefined) return undefined
  if (dimension === 'prompt') return { segment: prompt.text, prompt_id: prompt.id }
  const topic = topics.find(({ id }) => id === prompt.topicId)
  const root = topics.find(({ id }) => id === (topic?.parentId ?? topic?.id))
  return root && { segment: root.name, topic_id: root.id }
}

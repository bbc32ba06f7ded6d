import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type KnowledgeBrand, knowledgeOf, makeKnowledgeBrand } from '../src/testing/knowledge/knowledge-brand.ts'
import { manualQuestions } from '../src/testing/knowledge/manual-questions.ts'
import { startTestApp, type TestApp } from '../src/testing/test-app.ts'
import { testData } from '../src/testing/test-data.ts'
import { measure, randomNumbers, table } from './measure.ts'

// Searches 100,000 passages of one brand: hybrid with an embedding server that responds immediately, and
// lexical. Documents consist of sentences of the two Debian manuals, so their word frequencies are those of
// one subject area.
const documents = Number(process.argv[2] ?? 100)
const passagesEach = 1000
const numbers = 384
const questions = manualQuestions.map(([question]) => question)
const random = randomNumbers(1)

const sentences = ['debian-faq', 'fhs-3.0'].flatMap((name) => {
  const file = testData(`pdfs/debian/${name}.txt`)
  if (file === undefined) throw new Error('the manuals are missing')
  const text = readFileSync(file, 'utf8').replace(/\s+/g, ' ')
  return text.split(/(?<=[.!?]) (?=[A-Z])/).filter(({ length }) => length > 40 && length < 400)
})

function documentText(): string {
  const sections = Array.from({ length: passagesEach }, (_, section) => {
    let text = ''
    while (text.length < 700) text += `${sentences[Math.floor(random() * sentences.length)]} `
    return `## Section ${section}\n\n${text}`
  })
  return sections.join('\n\n')
}

/** An embedding server that takes no time: random vectors, the same for the same text. */
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { input } = JSON.parse(Buffer.concat(chunks).toString()) as { input: string[] }
  const data = input.map((text, index) => {
    const next = randomNumbers(createHash('sha256').update(text).digest().readInt32LE())
    return { index, embedding: Array.from({ length: numbers }, () => next() - 0.5) }
  })
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ data, usage: { prompt_tokens: 1 } }))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const every = { RESULT_CACHE_MEGABYTES: '0', READS_PER_MINUTE: '1000000000' }
const embedding = {
  KNOWLEDGE_EMBEDDING_PROVIDER: 'openai-compatible',
  KNOWLEDGE_EMBEDDING_MODEL: 'm',
  KNOWLEDGE_EMBEDDING_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
}

async function fill(brand: KnowledgeBrand): Promise<number> {
  let passages = 0
  for (let number = 0; number < documents; number += 1) {
    const { id } = await brand.add(`Manual ${number}`, { text: documentText() })
    const { status, chunks, index } = await brand.settled(id)
    if (status !== 'ready' || index !== 'hybrid') throw new Error(`the document is ${status}, ${index}`)
    passages += chunks
  }
  return passages
}

/** The longest word of each question with two letters swapped. */
const mistyped = questions.map((question) => {
  const longest = question.match(/[a-z]+/gi)?.toSorted((a, b) => b.length - a.length)[0] ?? ''
  return longest.replace(/^(..)(.)(.)/, '$1$3q$2')
})

async function searches(brand: KnowledgeBrand, ranking: string, asked: readonly string[] = questions) {
  let next = 0
  const { p50, p99 } = await measure(asked.length * 5, async () => {
    const question = asked[next++ % asked.length] as string
    const { status, body, text } = await brand.search(question)
    const { ranking: used } = (body.meta ?? {}) as { ranking?: string }
    if (status !== 200 || used !== ranking) throw new Error(text)
  })
  return { ranking, 'p50 ms': p50.toFixed(1), 'p99 ms': p99.toFixed(1) }
}

/** Time of a search spent on the embedding server, in milliseconds. */
async function embeddingTime({ app }: TestApp): Promise<string> {
  const embedder = app.services.states.knowledge.embedder
  let next = 0
  const { p50 } = await measure(questions.length * 5, () =>
    embedder?.embed([questions[next++ % questions.length] as string], 3000, app.services.closing),
  )
  return p50.toFixed(1)
}

const first = await startTestApp({ ...every, ...embedding })
const brand = await makeKnowledgeBrand(first)
const begun = performance.now()
const passages = await fill(brand)
const seconds = (performance.now() - begun) / 1000
await new Promise((resolve) => setTimeout(resolve, 10_000))
const hybrid = {
  ...(await searches(brand, 'hybrid')),
  'embedding the question': await embeddingTime(first),
}
await first.app.close()
first.site.close()
const second = await startTestApp(every, { directory: first.directory })
const same = knowledgeOf(second, brand.workspaceId, brand.brandId, brand.key)
const lexical = { ...(await searches(same, 'lexical')), 'embedding the question': '–' }
const read = `${documents} documents, read at ${Math.round(passages / seconds)} passages per second`
const unknown = {
  ...(await searches(same, 'lexical', mistyped)),
  ...{ ranking: 'lexical, a word without matches', 'embedding the question': '–' },
}
table(`Search among ${passages} passages of one brand, ${read} (\`bench/knowledge.ts\`)`, [lexical, hybrid, unknown])
await second.close()
server.closeAllConnections()
server.close()

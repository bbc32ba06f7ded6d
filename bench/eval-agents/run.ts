import { startDemoServers } from '../../demo/demo-servers.ts'
import { openDemo } from '../../demo/load-demo.ts'
import { connectAgent } from '../../src/testing/agents.ts'
import { jobsAreDone } from '../../src/testing/stored-rows.ts'
import { startTestApp } from '../../src/testing/test-app.ts'
import { changeQuestions } from './changes.ts'
import { comparisonQuestions } from './comparisons.ts'
import { operationQuestions } from './operations.ts'
import { type Api, now, type Question } from './question.ts'
import { readText } from './reading.ts'
import { askModel, hasAll, modelOf } from './real-model.ts'

// Asks questions of analysts about the demo through the default tools of /mcp. A scripted planner makes the calls and
// reads only their text; so does a real model, if EVAL_MODEL is set. The right answers are computed from the raw API.

const questions: readonly Question[] = [...changeQuestions, ...comparisonQuestions, ...operationQuestions]
const servers = await startDemoServers()
const app = await startTestApp({
  ...servers.reaching({}),
  AUDIT_BOT_REQUESTS: 'send',
  READS_PER_MINUTE: '100000',
})
let time = Date.parse(now)
const clock = setInterval(() => {
  time += 250
  app.setNow(new Date(time))
}, 10)
const demo = await openDemo(app.app.services, servers)
const [, key, brand] = /Bearer (\S+)' '\/v1\/brands\/([^/]+)\//.exec(await demo.welcome('')) as never as [
  string,
  string,
  string,
]
await demo.completed
clearInterval(clock)
await jobsAreDone(app.app.services)

const api: Api = async (path) => {
  const { status, body, text } = await app.get(`/v1/brands/${brand}/${path}`, key)
  if (status !== 200) throw new Error(`${path}: ${text}`)
  return body
}
const agent = await connectAgent(app, key)
const { tools } = await agent.client.listTools()
const tokensOf = (text: string) => Math.ceil(text.length / 4)

const words = (values: unknown[]) =>
  JSON.stringify(
    values.map((value) =>
      String(value ?? '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    ),
  )

/** Makes the planned calls. @returns what their text says */
async function askScript({ calls, next, read }: Question) {
  const texts: string[] = []
  const planned = [...calls]
  for (let at = 0; at < planned.length; at += 1) {
    const [tool, given] = planned[at] as (typeof planned)[0]
    texts.push((await agent.call(tool, given)).text)
    if (next !== undefined && at === 0) planned.push(next(readText(texts)))
  }
  const answer = await Promise.resolve()
    .then(() => words(read(readText(texts))))
    .catch((error: Error) => `[] ${error.message}`)
  return { calls: planned.map(([tool]) => tool), texts, answer }
}

interface Asked {
  calls: string[]
  texts: string[]
  answer: string
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
const listed = tokensOf(JSON.stringify(tools))

/** Asks every question and prints the results. @returns how many answers are right */
async function evaluate(
  ask: (question: Question) => Promise<Asked>,
  accepts: (answer: string, values: unknown[]) => boolean,
): Promise<number> {
  const results: { question: string; tools: string; calls: number; tokens: number; isRight: boolean }[] = []
  for (const one of questions) {
    const { calls, texts, answer } = await ask(one)
    const values = await one.truth(api).catch((error: Error) => [`the API: ${error.message}`])
    const isKnown = values.length > 0 && ![undefined, null, ''].includes(values[0] as string)
    const isRight = isKnown && accepts(answer, values)
    if (!isRight)
      console.error(`${one.question}\n  found ${answer}\n  right ${words(values)}\n  ${texts[0]?.slice(0, 200)}`)
    const tokens = tokensOf(texts.join(''))
    results.push({ question: one.question, tools: calls.join(', '), calls: calls.length, tokens, isRight })
  }
  console.log(`| question | tools | calls | tokens | right |\n|---|---|---|---|---|`)
  for (const { question, tools: names, calls, tokens, isRight } of results)
    console.log(`| ${question} | ${names} | ${calls} | ${tokens} | ${isRight ? 'yes' : 'no'} |`)
  const right = results.filter(({ isRight }) => isRight).length
  console.log(
    `\n${right} of ${results.length} right; median ${median(results.map(({ calls }) => calls))} calls and ${median(results.map(({ tokens }) => tokens))} tokens, at most ${Math.max(...results.map(({ tokens }) => tokens))}; ${tools.length} tools, ${listed} tokens.`,
  )
  return right
}

const right = [await evaluate(askScript, (answer, values) => answer === words(values))]
const model = modelOf(process.env)
if (model !== undefined) {
  console.log(`\nWith ${process.env.EVAL_MODEL}:\n`)
  right.push(await evaluate(({ question }) => askModel(model, agent, now.slice(0, 10), question), hasAll))
}
await agent.close()
await app.close()
await servers.close()
process.exitCode = right.every((count) => count >= 57) ? 0 : 1

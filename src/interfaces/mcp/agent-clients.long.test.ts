import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Agent, connectAgent, missingFrom, numbersOf, originOf } from '../../testing/agents.ts'
import { pythonWith, whyMissing } from '../../testing/clients/install-once.ts'
import { hasPython } from '../../testing/clients/python-client.ts'
import { runProgram } from '../../testing/clients/run-program.ts'
import { type Fixture, startFixtureApp } from '../../testing/fixture.ts'
import type { TestApp } from '../../testing/test-app.ts'

let app: TestApp
let fixture: Fixture
let agent: Agent

beforeAll(async () => {
  ;({ test: app, fixture } = await startFixtureApp())
  agent = await connectAgent(app, fixture.key)
})
afterAll(async () => {
  await agent.close()
  await app.close()
})

/** The same versions as in docs/agents.md. */
const packages = ['openai-agents==0.24.0', 'langchain-mcp-adapters==0.3.2', 'fastmcp==4.2.3', 'mcp==2.3.0'] as const
const tools = ['visibility_report', 'what_changed', 'compare_competitors']

test.for(packages)('the model gets every figure through %s', async (required, { skip }) => {
  skip(!hasPython(), 'there is no Python 3.11 with venv')
  const reason = await whyMissing(() => pythonWith(required))
  skip(reason !== undefined, reason)
  const brand = { brand: fixture.ids.brand_id?.[0] }
  const program = `../../testing/clients/agents/with-${required.split('==')[0]}.py`
  const printed = await runProgram(
    join(await pythonWith(required), 'bin/python'),
    [fileURLToPath(new URL(program, import.meta.url))],
    '.',
    {
      ...{ MCP_URL: `${await originOf(app)}/mcp`, API_KEY: fixture.key },
      ...{ TOOLS: tools.join(' '), ARGUMENTS: JSON.stringify(brand) },
    },
  )
  const shown = JSON.parse(printed) as Record<string, string>
  expect(Object.keys(shown).sort()).toEqual([...tools].sort())
  for (const tool of tools) {
    const { text, content } = await agent.call(tool, brand)
    expect(numbersOf(content).length, tool).toBeGreaterThan(20)
    expect(missingFrom(shown[tool] as string, numbersOf(content)), tool).toEqual([])
    expect(shown[tool]).toBe(text)
  }
})

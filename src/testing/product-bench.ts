import { readFileSync } from 'node:fs'
import { testData } from './test-data.ts'

/** An answer of the product bench as a line of an answers file. */
export interface ProductBenchAnswer {
  id: string
  prompt: string
  engine: 'chatgpt' | 'google-ai-mode'
  executed_at: string
  answer: string
  topic: string
  tags: string[]
  citations: { url: string; title: string }[]
}

interface Line {
  prompt: string
  prompt_style: string
  category: string
  topic: string
  surface: string
  captured_at: string
  answer: string
  sources: { url: string; title: string }[]
}

const engines: Record<string, ProductBenchAnswer['engine']> = {
  ChatGPT: 'chatgpt',
  'Google AI Mode': 'google-ai-mode',
}

/** Real answers to shopping prompts, on two days. Undefined if the data is missing and the test is skipped. */
export function productBench(): ProductBenchAnswer[] | undefined {
  const path = testData('answers/product-bench.jsonl')
  if (path === undefined) return undefined
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  return lines.map((text, index) => {
    const line = JSON.parse(text) as Line
    return {
      id: String(index),
      prompt: line.prompt,
      engine: engines[line.surface] as ProductBenchAnswer['engine'],
      executed_at: line.captured_at,
      answer: line.answer,
      topic: `${line.category} / ${line.topic}`,
      tags: [line.prompt_style],
      citations: line.sources,
    }
  })
}

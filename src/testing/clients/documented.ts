import { readFileSync } from 'node:fs'

/** The examples in one language of a document, joined in order. */
export function documented(path: string, language: string): string {
  const text = readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
  const examples = [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].filter(([, name]) => name === language)
  if (examples.length === 0) throw new Error(`${path} has no example in ${language}`)
  return examples.map(([, , example]) => example).join('\n')
}

import { readFileSync } from 'node:fs'

/** The examples of one language in a document, one after another as a reader would type them. */
export function documented(path: string, language: string): string {
  const text = readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
  const examples = [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].filter(([, name]) => name === language)
  if (examples.length === 0) throw new Error(`${path} has no example in ${language}`)
  return examples.map(([, , example]) => example).join('\n')
}

import { expect, it } from 'vitest'
import { features } from '../../features.ts'
import type { JsonSchema } from '../../testing/api-document.ts'
import { openApiDocument } from './openapi.ts'

const isShare = (name: string) => name.endsWith('_pct') || name.includes('sentiment')

/** Every nullable share of the document, by its path. */
function sharesIn(value: unknown, path: string): [path: string, schema: JsonSchema][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, child]) => {
    const at = `${path}/${name}`
    if (!path.endsWith('/properties') || !isShare(name)) return sharesIn(child, at)
    const figure: JsonSchema = child.anyOf?.[0] ?? child
    // A sentiment with names is a class.
    return figure.type === 'object' || figure.enum !== undefined ? [] : [[at, figure]]
  })
}

it('bounds every share by 0 and 100, so that only share() creates its values', () => {
  const shares = sharesIn(openApiDocument(features, '1.0.0'), '')
  expect(shares.length).toBeGreaterThan(50)
  const unbounded = shares.filter(([, { minimum, maximum }]) => minimum !== 0 || maximum !== 100)
  expect(unbounded.map(([path]) => path)).toEqual([])
})

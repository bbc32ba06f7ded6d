import type { EventBody, EventKind } from './events.ts'

const workspaceId = '3f8c1d2e-9b47-4a60-8e15-7c2d4b9a6f01'
const brand = { id: 'a7d9e3b1-5c28-4f06-9d74-1e8b6a0c3f52', name: 'Zuvari' }

export function exampleBody({ type, isOfBrand, example, page }: EventKind): EventBody {
  const place = isOfBrand ? `${workspaceId}/${brand.id}` : workspaceId
  return {
    type,
    timestamp: '2026-11-24T08:30:00.000Z',
    sequence: 42,
    workspace_id: workspaceId,
    brand: isOfBrand ? brand : null,
    link: `https://sightline.example.com/${place}/${page(example)}`,
    data: example,
  }
}

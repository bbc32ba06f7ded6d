import { randomUUID } from 'node:crypto'
import type { Transaction } from '../../stores/postgres.ts'
import { insertRows } from '../../stores/postgres-rows.ts'
import { type Product, serializeProduct } from './product.ts'

export interface GivenProduct {
  line: number
  product: {
    name: string
    kind: Product['kind']
    /** Names of its parents, from the root. */
    parent: readonly string[]
    description?: string | null | undefined
  }
}

/**
 * Adds products that do not exist yet; names are unique per parent. The caller holds the lock on the brand's row.
 * @returns the added products, and the rejected lines with reasons
 */
export async function addProducts(transaction: Transaction, brandId: string, given: readonly GivenProduct[], at: Date) {
  const find = productFinder(transaction, brandId)
  const rows: Product[] = []
  const rejections: { line: number; reason: string }[] = []
  for (const { line, product } of given) {
    const parentId = await find.path(product.parent)
    if (parentId === undefined) {
      rejections.push({ line, reason: `parent: the brand has no product ${JSON.stringify(product.parent)}` })
      continue
    }
    if ((await find.one(parentId, product.name)) !== undefined) continue
    const { name, kind, description = null } = product
    const row = { id: randomUUID(), brand_id: brandId, parent_id: parentId, name, kind, description }
    rows.push({ ...row, created_at: at })
    find.add(parentId, name, row.id)
  }
  await insertRows(transaction, 'products', rows)
  return { products: rows.map(serializeProduct), rejections }
}

/** Finds products by name, with a cache that includes those about to be added. */
function productFinder(transaction: Transaction, brandId: string) {
  const known = new Map<string, string | undefined>()
  const keyOf = (parentId: string | null, name: string) => `${parentId}/${name}`

  async function one(parentId: string | null, name: string): Promise<string | undefined> {
    const key = keyOf(parentId, name)
    if (known.has(key)) return known.get(key)
    const found = await transaction
      .selectFrom('products')
      .select('id')
      .where('brand_id', '=', brandId)
      .where('parent_id', parentId === null ? 'is' : '=', parentId)
      .where('name', '=', name)
      .executeTakeFirst()
    known.set(key, found?.id)
    return found?.id
  }

  /** The id of the product at a path of names; null for the root, undefined if it does not exist. */
  async function path(names: readonly string[]): Promise<string | null | undefined> {
    let id: string | null = null
    for (const name of names) {
      const next = await one(id, name)
      if (next === undefined) return undefined
      id = next
    }
    return id
  }

  const add = (parentId: string | null, name: string, id: string) => known.set(keyOf(parentId, name), id)
  return { one, path, add }
}

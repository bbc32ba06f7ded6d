import { type RowOf, rowOf, usePages } from '../../api/hooks.ts'
import { countOf } from '../../format/numbers.ts'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { Export } from '../../ui/export.tsx'
import { optionsOf, rowOptions } from '../../ui/field.tsx'
import { FormButton } from '../../ui/form-dialog.tsx'
import { ListPanel, pagedListOf } from '../../ui/list-panel.tsx'
import { Empty } from '../../ui/panel.tsx'
import { actionsColumn, type Column, mainColumn, minorColumn } from '../../ui/table.tsx'
import words from './words.json' with { type: 'json' }

export type Product = RowOf<'list-products'>

const { kinds } = words

export interface PlacedProduct extends Product {
  /** Nesting depth: 0 for top-level products. */
  depth: number
  inside: number
}

/** Products by name, each followed by its descendants. Products with an unknown parent are at the top level. */
export function flattenTree(products: readonly Product[]): PlacedProduct[] {
  const known = new Set(products.map(({ id }) => id))
  const children = new Map<string | null, Product[]>()
  for (const product of [...products].sort((a, b) => a.name.localeCompare(b.name))) {
    const { parent_product_id: parent } = product
    const place = parent !== null && known.has(parent) ? parent : null
    children.set(place, [...(children.get(place) ?? []), product])
  }
  const below = (parent: string | null, depth: number): PlacedProduct[] =>
    (children.get(parent) ?? []).flatMap((product) => {
      const inside = below(product.id, depth + 1)
      return [{ ...product, depth, inside: inside.length }, ...inside]
    })
  return below(null, 0)
}

/** Possible parents: categories and the current parent, except the product itself and its descendants. */
export function possibleParents(product: Product | undefined, products: readonly Product[]): Product[] {
  const own = new Set<string>()
  const take = (id: string) => {
    own.add(id)
    for (const one of products) if (one.parent_product_id === id && !own.has(one.id)) take(one.id)
  }
  if (product !== undefined) take(product.id)
  return products.filter(({ id, kind }) => !own.has(id) && (kind === 'category' || id === product?.parent_product_id))
}

interface ProductFormProps {
  /** The current values. Omit to add a product. */
  product?: Product
  version?: string | undefined
  products: readonly Product[]
}

const ProductForm = ({ product, version, products }: ProductFormProps) => (
  <FormButton
    kind={product ? 'quiet' : 'plain'}
    of={product?.name}
    operation={product === undefined ? 'create-product' : 'update-product'}
    version={version}
    ids={product && { product_id: product.id }}
    initial={{
      name: product?.name ?? '',
      kind: product?.kind ?? 'product',
      parent_product_id: product?.parent_product_id ?? null,
      description: product?.description ?? null,
    }}
    fields={{
      kind: { options: optionsOf(kinds) },
      parent_product_id: {
        options: [{ value: '', name: 'None' }, ...rowOptions(possibleParents(product, products))],
      },
    }}
  />
)

export function Products() {
  const query = usePages('list-products', { limit: 100 })
  const list = pagedListOf(query)
  const products = list.rows ?? []
  const actionsOf = (product: PlacedProduct) => (
    <>
      <ProductForm {...{ product, products }} version={rowOf(query.data, product.id)?.version} />
      <ConfirmButton kind="quiet" operation="delete-product" of={product.name} input={{ product_id: product.id }}>
        {product.inside > 0 && <p>This also deletes {countOf(product.inside, 'nested product')}.</p>}
      </ConfirmButton>
    </>
  )
  return (
    <ListPanel
      label="Products"
      title="Products and services"
      about="used for prompt suggestions"
      list={{ ...list, rows: list.rows && flattenTree(list.rows) }}
      columns={[...columns, actionsColumn(actionsOf)]}
      searchText={({ name, description }) => `${name} ${description ?? ''}`}
      actions={
        <>
          <Export operation="list-products" name="products" />
          <ProductForm products={products} />
        </>
      }
      empty={<Empty title="No products yet">Add what the brand offers, or read the website under Settings.</Empty>}
    />
  )
}

const columns: readonly Column<PlacedProduct>[] = [
  mainColumn('Name', ({ name, description, depth, kind }) => (
    <div style={{ paddingInlineStart: `${Math.min(depth, 6) * 1.25}rem` }}>
      <bdi className={kind === 'category' ? 'font-medium' : ''}>{name}</bdi>
      {description !== null && <bdi className="block text-sm text-muted">{description}</bdi>}
    </div>
  )),
  minorColumn('Type', ({ kind }) => kinds[kind]),
]

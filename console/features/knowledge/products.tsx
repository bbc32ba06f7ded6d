import type { ResponseOf } from '../../api/client.ts'
import { rowOf, usePages } from '../../api/hooks.ts'
import { count } from '../../format/numbers.ts'
import { useBrand } from '../../frame/brand.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import type { FormFields } from '../../ui/edit-form.tsx'
import { Export } from '../../ui/export.tsx'
import { optionsOf, rowOptions } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { ListPanel, pagedListOf } from '../../ui/list-panel.tsx'
import { Empty } from '../../ui/panel.tsx'
import { actionsColumn, type Column, mainColumn, minorColumn } from '../../ui/table.tsx'
import { useEdit, useSave } from '../../ui/use-edit.ts'

export type Product = ResponseOf<'list-products'>['data'][number]

export const kinds = { product: 'Product', service: 'Service', category: 'Category' } as const
export type Kind = keyof typeof kinds

export interface PlacedProduct extends Product {
  /** Nesting depth: 0 for top-level products. */
  depth: number
  /** Number of descendants. */
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

/** Operations to refetch after products change. */
const productReads = ['list-products', 'list-alignment-suggestions', 'list-prompt-suggestions'] as const

const fieldsOf = (product: Product | undefined) => ({
  name: product?.name ?? '',
  kind: (product?.kind ?? 'product') as string,
  parent: product?.parent_product_id ?? '',
  description: product?.description ?? '',
})
type Fields = ReturnType<typeof fieldsOf>

interface ProductFormProps {
  /** The current values. Omit to add a product. */
  product?: Product
  version?: string | undefined
  products: readonly Product[]
  onClose: () => void
}

/** Adds or edits a product. Unsaved input is kept until it is sent or canceled. */
function ProductForm({ product, version, products, onClose }: ProductFormProps) {
  const { brandId } = useBrand()
  const draftName = product === undefined ? `product of ${brandId}` : `product:${product.id}`
  const edit = useEdit(draftName, fieldsOf(product), version)
  const options = { changes: productReads, onDone: onClose }
  const create = useSave('create-product', edit, options)
  const update = useSave('update-product', edit, options)
  const write = product === undefined ? create : update
  const save = (changes: Partial<Fields>, values: Fields) => {
    if (product === undefined) create.mutate({ ...newProduct(values) })
    else update.mutate({ product_id: product.id, ...changedProduct(changes) })
  }
  const places = rowOptions(possibleParents(product, products))
  const fields: FormFields<Fields> = {
    name: { label: 'Name', required: true, maxLength: 200 },
    kind: { label: 'Type', options: optionsOf(kinds) },
    parent: { label: 'Category', options: [{ value: '', name: 'None' }, ...places] },
    description: { label: 'Description', rows: 3, maxLength: 1000 },
  }
  return (
    <FormDialog
      {...{ edit, fields, write, onSave: save, onClose }}
      title={product === undefined ? 'Add product' : `Edit ${product.name}`}
      action={product === undefined ? 'Add' : 'Save'}
    />
  )
}

const newProduct = ({ name, kind, parent, description }: Fields) => ({
  name,
  kind: kind as Kind,
  parent_product_id: parent || undefined,
  description: description.trim() || undefined,
})

/** Only changed fields, so that nothing else is overwritten. */
const changedProduct = ({ name, kind, parent, description }: Partial<Fields>) => ({
  name,
  kind: kind as Kind | undefined,
  parent_product_id: parent === '' ? null : parent,
  description: description?.trim() === '' ? null : description?.trim(),
})

/** The brand’s products as a tree. */
export function Products() {
  const may = usePermission()
  const query = usePages('list-products', { limit: 100 })
  const list = pagedListOf(query)
  const products = list.rows ?? []
  const actionsOf = (product: PlacedProduct) => (
    <>
      {may('update-product') && (
        <DialogButton
          label="Edit"
          name={`Edit ${product.name}`}
          kind="quiet"
          dialog={ProductForm}
          given={{ ...{ product, products }, version: rowOf(query.data, product.id)?.version }}
        />
      )}
      {may('delete-product') && (
        <ConfirmButton
          kind="quiet"
          name={`Delete ${product.name}`}
          title={`Delete “${product.name}”?`}
          operation="delete-product"
          input={{ product_id: product.id }}
          changes={productReads}
        >
          <p>
            {product.inside > 0 &&
              `This also deletes ${count(product.inside)} nested ${product.inside === 1 ? 'product' : 'products'}. `}
            Suggestions about it keep their text. You cannot undo this.
          </p>
        </ConfirmButton>
      )}
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
          <DialogButton
            isHidden={!may('create-product')}
            label="Add product"
            dialog={ProductForm}
            given={{ products }}
          />
        </>
      }
      empty={<Empty title="No products yet">Add what the brand offers, or analyze the website under Profile.</Empty>}
    />
  )
}

const columns: readonly Column<PlacedProduct>[] = [
  mainColumn('Name', ({ name, description, depth, kind }) => (
    <div style={{ paddingInlineStart: `${Math.min(depth, 6) * 1.25}rem` }}>
      <bdi className={`[overflow-wrap:anywhere] ${kind === 'category' ? 'font-medium' : ''}`}>{name}</bdi>
      {description !== null && <bdi className="block text-sm text-muted [overflow-wrap:anywhere]">{description}</bdi>}
    </div>
  )),
  minorColumn('Type', ({ kind }) => kinds[kind]),
]

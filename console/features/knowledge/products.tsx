import { useState } from 'react'
import { rowOf, usePages } from '../../api/hooks.ts'
import { count } from '../../format/numbers.ts'
import { usePermission } from '../../frame/use-permission.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { Export } from '../../ui/export.tsx'
import { ListPanel, pagedListOf } from '../../ui/list-panel.tsx'
import { Empty } from '../../ui/panel.tsx'
import { actionsColumn, type Column } from '../../ui/table.tsx'
import { ProductForm, productReads } from './product-form.tsx'
import { flattenTree, kinds, type PlacedProduct } from './product-tree.ts'

/** The brand’s products as a tree. */
export function Products() {
  const may = usePermission()
  const [edited, setEdited] = useState<string | 'new'>()
  const query = usePages('list-products', { limit: 100 })
  const list = pagedListOf(query)
  const found = rowOf(query.data, edited)
  const actionsOf = (product: PlacedProduct) => (
    <>
      {may('update-product') && (
        <Button kind="quiet" aria-label={`Edit ${product.name}`} onClick={() => setEdited(product.id)}>
          Edit
        </Button>
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
    <>
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
            {may('create-product') && <Button onClick={() => setEdited('new')}>Add product</Button>}
          </>
        }
        empty={
          <Empty title="No products yet">
            Add what the brand offers, or analyze the website under Profile.
          </Empty>
        }
      />
      {(edited === 'new' || found !== undefined) && (
        <ProductForm
          key={edited}
          product={found?.row}
          version={found?.version}
          products={list.rows ?? []}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

const columns: readonly Column<PlacedProduct>[] = [
  {
    name: 'Name',
    className: 'w-full',
    cell: ({ name, description, depth, kind }) => (
      <div style={{ paddingInlineStart: `${Math.min(depth, 6) * 1.25}rem` }}>
        <bdi className={`[overflow-wrap:anywhere] ${kind === 'category' ? 'font-medium' : ''}`}>{name}</bdi>
        {description !== null && (
          <bdi className="block text-sm text-muted [overflow-wrap:anywhere]">{description}</bdi>
        )}
      </div>
    ),
  },
  { name: 'Type', isMinor: true, cell: ({ kind }) => kinds[kind] },
]

import { useState } from 'react'
import { rowOf, usePages } from '../../api/use-pages.ts'
import { count } from '../../format/numbers.ts'
import { useBrand } from '../../frame/use-brand.ts'
import { usePermission } from '../../frame/use-permission.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { Export } from '../../ui/export.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Empty } from '../../ui/states.tsx'
import { actionsColumn, type Column, Table } from '../../ui/table.tsx'
import { ProductForm, productReads } from './product-form.tsx'
import { flattenTree, kinds, type PlacedProduct } from './product-tree.ts'

/** The brand’s products as a tree. */
export function Products() {
  const { workspaceId, brandId } = useBrand()
  const may = usePermission(workspaceId)
  const [edited, setEdited] = useState<string | 'new'>()
  const query = usePages(workspaceId, 'list-products', { brand_id: brandId, limit: 100 })
  const rows = query.data?.pages.flatMap(({ data }) => data) ?? []
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
          input={{ brand_id: brandId, product_id: product.id }}
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
    <Panel
      title="Products and services"
      about="used for prompt suggestions"
      actions={
        <>
          <Export operation="list-products" input={{ brand_id: brandId }} name="products" />
          {may('create-product') && <Button onClick={() => setEdited('new')}>Add product</Button>}
        </>
      }
    >
      <Pages
        query={query}
        rowsOf={({ data }) => data}
        empty={
          <Empty title="No products yet">
            Add what the brand offers, or analyze the website under Profile.
          </Empty>
        }
      >
        {(products) => (
          <Table
            label="Products"
            columns={[...columns, actionsColumn(actionsOf)]}
            rows={flattenTree(products)}
            keyOf={({ id }) => id}
          />
        )}
      </Pages>
      {(edited === 'new' || found !== undefined) && (
        <ProductForm
          key={edited}
          product={found?.row}
          version={found?.version}
          products={rows}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Panel>
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
          <span className="block text-sm text-muted [overflow-wrap:anywhere]">
            <bdi>{description}</bdi>
          </span>
        )}
      </div>
    ),
  },
  { name: 'Type', isMinor: true, cell: ({ kind }) => kinds[kind] },
]

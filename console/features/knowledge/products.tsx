import { rowOf, usePages } from '../../api/hooks.ts'
import { count } from '../../format/numbers.ts'
import { usePermission } from '../../frame/use-permission.ts'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { Export } from '../../ui/export.tsx'
import { ListPanel, pagedListOf } from '../../ui/list-panel.tsx'
import { Empty } from '../../ui/panel.tsx'
import { actionsColumn, type Column, mainColumn, minorColumn } from '../../ui/table.tsx'
import { ProductForm, productReads } from './product-form.tsx'
import { flattenTree, kinds, type PlacedProduct } from './product-tree.ts'

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
      empty={
        <Empty title="No products yet">
          Add what the brand offers, or analyze the website under Profile.
        </Empty>
      }
    />
  )
}

const columns: readonly Column<PlacedProduct>[] = [
  mainColumn('Name', ({ name, description, depth, kind }) => (
    <div style={{ paddingInlineStart: `${Math.min(depth, 6) * 1.25}rem` }}>
      <bdi className={`[overflow-wrap:anywhere] ${kind === 'category' ? 'font-medium' : ''}`}>{name}</bdi>
      {description !== null && (
        <bdi className="block text-sm text-muted [overflow-wrap:anywhere]">{description}</bdi>
      )}
    </div>
  )),
  minorColumn('Type', ({ kind }) => kinds[kind]),
]

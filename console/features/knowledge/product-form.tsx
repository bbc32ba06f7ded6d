import type { FormEvent } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { useBrand } from '../../frame/use-brand.ts'
import { EditProblem } from '../../ui/conflict.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useEdit } from '../../ui/use-edit.ts'
import { type Kind, kinds, type Product, possibleParents } from './product-tree.ts'

/** Operations to refetch after products change. */
export const productReads = [
  'list-products',
  'list-alignment-suggestions',
  'list-prompt-suggestions',
] as const

const fieldsOf = (product: Product | undefined) => ({
  name: product?.name ?? '',
  kind: (product?.kind ?? 'product') as string,
  parent: product?.parent_product_id ?? '',
  description: product?.description ?? '',
})
type Fields = ReturnType<typeof fieldsOf>

const fieldNames = { name: 'Name', kind: 'Type', parent: 'Category', description: 'Description' }

const atTop = { value: '', name: 'None' }

interface ProductFormProps {
  /** The current values. Omit to add a product. */
  product: Product | undefined
  version: string | undefined
  products: readonly Product[]
  onClose: () => void
}

/** Adds or edits a product. Unsaved input is kept until it is sent or canceled. */
export function ProductForm({ product, version, products, onClose }: ProductFormProps) {
  const { workspaceId, brandId } = useBrand()
  const draftName = product === undefined ? `product of ${brandId}` : `product:${product.id}`
  const edit = useEdit(draftName, fieldsOf(product), version)
  const { values } = edit
  const close = () => {
    edit.clear()
    onClose()
  }
  const options = { workspaceId, changes: productReads, onDone: close }
  const create = useWrite('create-product', options)
  const update = useWrite('update-product', { ...options, version: edit.version })
  const write = product === undefined ? create : update
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (product === undefined) create.mutate({ brand_id: brandId, ...newProduct(values) })
    else update.mutate({ brand_id: brandId, product_id: product.id, ...changedProduct(values, edit.changed) })
  }
  const places = possibleParents(product, products).map(({ id, name }) => ({ value: id, name }))
  const inWords = (fields: Fields) => ({
    ...fields,
    kind: kinds[fields.kind as Kind],
    parent: products.find(({ id }) => id === fields.parent)?.name ?? '',
  })
  return (
    <Dialog title={product === undefined ? 'Add product' : `Edit ${product.name}`} isOpen onClose={onClose}>
      <form className="space-y-4" onSubmit={submit}>
        <EditProblem edit={edit} names={fieldNames} write={write} inWords={inWords} />
        <Field
          label={fieldNames.name}
          required
          maxLength={200}
          value={values.name}
          onChange={(event) => edit.set({ name: event.target.value })}
        />
        <Select
          label={fieldNames.kind}
          value={values.kind}
          onChange={(event) => edit.set({ kind: event.target.value })}
          options={Object.entries(kinds).map(([value, name]) => ({ value, name }))}
        />
        <Select
          label={fieldNames.parent}
          value={values.parent}
          onChange={(event) => edit.set({ parent: event.target.value })}
          options={[atTop, ...places]}
        />
        <TextArea
          label={fieldNames.description}
          maxLength={1000}
          value={values.description}
          onChange={(event) => edit.set({ description: event.target.value })}
        />
        <DialogActions onCancel={close} isBusy={write.isPending} isIncomplete={edit.changed.length === 0}>
          {product === undefined ? 'Add' : 'Save'}
        </DialogActions>
      </form>
    </Dialog>
  )
}

const newProduct = ({ name, kind, parent, description }: Fields) => ({
  name,
  kind: kind as Kind,
  ...(parent === '' ? {} : { parent_product_id: parent }),
  ...(description.trim() === '' ? {} : { description }),
})

/** Only changed fields, so that nothing else is overwritten. */
const changedProduct = (values: Fields, changed: readonly (keyof Fields)[]) => ({
  ...(changed.includes('name') ? { name: values.name } : {}),
  ...(changed.includes('kind') ? { kind: values.kind as Kind } : {}),
  ...(changed.includes('parent') ? { parent_product_id: values.parent || null } : {}),
  ...(changed.includes('description') ? { description: values.description.trim() || null } : {}),
})

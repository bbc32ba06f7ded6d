import { useBrand } from '../../frame/brand.tsx'
import type { FormFields } from '../../ui/edit-form.tsx'
import { optionsOf, rowOptions } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useEdit, useSave } from '../../ui/use-edit.ts'
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

interface ProductFormProps {
  /** The current values. Omit to add a product. */
  product?: Product
  version?: string | undefined
  products: readonly Product[]
  onClose: () => void
}

/** Adds or edits a product. Unsaved input is kept until it is sent or canceled. */
export function ProductForm({ product, version, products, onClose }: ProductFormProps) {
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

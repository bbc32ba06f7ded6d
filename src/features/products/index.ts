import { defineFeature } from '../../kernel/feature.ts'
import { createProduct } from './create-product.ts'
import { deleteProduct } from './delete-product.ts'
import { importProducts } from './import-products.ts'
import { listProducts } from './list-products.ts'
import { updateProduct } from './update-product.ts'

export { addProducts } from './add-products.ts'

export const products = defineFeature({
  name: 'products',
  operations: [createProduct, updateProduct, importProducts, listProducts, deleteProduct],
  tables: { postgres: ['products'] },
})

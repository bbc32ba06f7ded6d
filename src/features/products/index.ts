import { defineFeature } from '../../kernel/feature.ts'
import { createProduct } from './create-product.ts'
import { deleteProduct } from './delete-product.ts'
import { importProducts } from './import-products.ts'
import { listProducts } from './list-products.ts'

export { addProducts } from './add-products.ts'

export const products = defineFeature({
  name: 'products',
  operations: [createProduct, importProducts, listProducts, deleteProduct],
  tables: { postgres: ['products'] },
})

import { defineFeature } from '../../kernel/feature.ts'
import { importProducts } from './import-products.ts'
import { createProduct, deleteProduct, listProducts, updateProduct } from './products.ts'

export { addProducts } from './add-products.ts'

export const products = defineFeature({
  name: 'products',
  operations: [createProduct, updateProduct, importProducts, listProducts, deleteProduct],
  tables: { postgres: ['products'] },
})

export { createProduct } from './create-product.ts'
export { deleteProduct } from './delete-product.ts'
export { importProducts } from './import-products.ts'
export { listProducts } from './list-products.ts'

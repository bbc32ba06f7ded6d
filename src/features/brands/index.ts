export { createBrand } from './create-brand.ts'
export { deleteBrand } from './delete-brand.ts'
export { listBrands } from './list-brands.ts'
export { updateBrand } from './update-brand.ts'

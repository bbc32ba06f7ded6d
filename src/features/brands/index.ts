import { defineFeature } from '../../kernel/feature.ts'
import { createBrand } from './create-brand.ts'
import { deleteBrand } from './delete-brand.ts'
import { listBrands } from './list-brands.ts'
import { updateBrand } from './update-brand.ts'

export { domainColumns } from './brand.ts'
export { updateBrand } from './update-brand.ts'

export const brands = defineFeature({
  name: 'brands',
  operations: [createBrand, updateBrand, deleteBrand, listBrands],
})

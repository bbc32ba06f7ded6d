import { defineFeature } from '../../kernel/feature.ts'
import { createBrand, deleteBrand, listBrands, updateBrand } from './brands.ts'

export { domainColumns } from './brand.ts'
export { updateBrand } from './brands.ts'

export const brands = defineFeature({
  name: 'brands',
  operations: [createBrand, updateBrand, deleteBrand, listBrands],
})

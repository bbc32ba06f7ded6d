import { z } from 'zod'
import { defineChange, forBrandAdmins } from '../../kernel/operation.ts'
import { refreshReadingConfig } from '../answers/index.ts'
import { aliasesAreSet } from '../profile/index.ts'
import {
  brandFields,
  brandVersion,
  domainColumns,
  operatorBrandSchema,
  serializeOperatorBrand,
} from './brand.ts'

export const updateBrand = defineChange({
  ...forBrandAdmins,
  name: 'update-brand',
  summary: 'Update a brand; omitted fields stay unchanged',
  description: 'Changing names, domain or how names match rereads the stored answers in the background.',
  changes: brandVersion,
  fields: {
    ...z.object({ ...brandFields, is_active: z.boolean() }).partial().shape,
  },
  data: operatorBrandSchema,
  async change({ ctx: { services, brand }, input, transaction }) {
    const { domain, ...columns } = input
    const changes = {
      ...columns,
      ...(domain === undefined ? {} : domainColumns(domain)),
      updated_at: services.now(),
    }
    const update = transaction.updateTable('brands').set(changes).where('id', '=', brand.id)
    const row = await update.returningAll().executeTakeFirstOrThrow()
    if (input.aliases !== undefined) await aliasesAreSet(transaction, brand.id)
    await refreshReadingConfig(services, transaction, brand.id)
    const data = serializeOperatorBrand(row)
    return { data, audit: { before: serializeOperatorBrand(brand), after: data } }
  },
})

import { withServices } from '../subprocess-services.ts'

export const lookUp = withServices(async ({ resolveHost }, { host }: { host: string }) =>
  resolveHost(host).catch(({ code }) => code),
)

export const tellTime = withServices(({ now }) => now())

export const countBrands = withServices(({ withDb }) =>
  withDb(async (db) => (await db.selectFrom('brands').select('id').execute()).length),
)

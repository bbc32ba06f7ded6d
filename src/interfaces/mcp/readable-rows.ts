import { ApiError } from '../../lib/errors.ts'
import type { Named, ReadRows } from '../names/resolve-names.ts'
import { readRowsUntil } from './page.ts'
import type { Caller } from './tool.ts'

/** Reads the lists of a brand as a caller. */
export const readableRows =
  (caller: Caller, brandId: string): ReadRows =>
  async (list) => {
    try {
      const { data } = await readRowsUntil(caller, caller.operation(list), { brand_id: brandId, limit: 100 })
      return data as Named[]
    } catch (error) {
      if (error instanceof ApiError && error.status === 403) return undefined
      throw error
    }
  }

import { invalidRequest } from '../../lib/errors.ts'

/** What the file system says of a place that cannot be used. */
const codes = new Set([
  'EACCES',
  'EBUSY',
  'EDQUOT',
  'EEXIST',
  'EFBIG',
  'EINVAL',
  'EIO',
  'EISDIR',
  'ELOOP',
  'ENAMETOOLONG',
  'ENOENT',
  'ENOSPC',
  'ENOTDIR',
  'ENOTEMPTY',
  'EPERM',
  'EROFS',
  'EXDEV',
])

/**
 * Does something at a place that the operator has named.
 * @throws ApiError invalid_request that names the field, where the file system does not let it be done
 */
export async function atPlace<T>(field: 'to' | 'from', work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code = '', syscall, message } = error as NodeJS.ErrnoException
    // A socket of a store that is not there says ENOENT as well.
    const isOfFiles = codes.has(code) && syscall !== undefined && syscall !== 'connect'
    throw isOfFiles ? invalidRequest(`${field}: ${message}`) : error
  }
}

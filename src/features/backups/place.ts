import { invalidRequest } from '../../lib/errors.ts'

/** Error codes of the file system for unusable paths. */
const codes = new Set(
  'EACCES EBUSY EDQUOT EEXIST EFBIG EINVAL EIO EISDIR ELOOP ENAMETOOLONG ENOENT ENOSPC ENOTDIR ENOTEMPTY EPERM EROFS EXDEV'.split(
    ' ',
  ),
)

/**
 * Runs work on a path that the operator specified.
 * @throws ApiError invalid_request that names the field, for file system errors
 */
export async function atPlace<T>(field: 'to' | 'from', work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code = '', syscall, message } = error as NodeJS.ErrnoException
    // A connection to an unavailable database can also fail with ENOENT.
    const isOfFiles = codes.has(code) && syscall !== undefined && syscall !== 'connect'
    throw isOfFiles ? invalidRequest(`${field}: ${message}`) : error
  }
}

/** Variables that any program needs: its search paths, and the machine's language and time zone. */
const everyProgram = [
  'PATH',
  'TZ',
  'LANG',
  'LC_ALL',
  'LD_LIBRARY_PATH',
  'DYLD_LIBRARY_PATH',
  'DYLD_FALLBACK_LIBRARY_PATH',
]

/** Variables that Node reads: its compile cache, threads, trusted certificates and temporary folder. */
const nodeProgram = [
  'NODE_COMPILE_CACHE',
  'NODE_EXTRA_CA_CERTS',
  'NODE_OPTIONS',
  'NODE_USE_SYSTEM_CA',
  'SSL_CERT_DIR',
  'SSL_CERT_FILE',
  'TMPDIR',
  'UV_THREADPOOL_SIZE',
]

/**
 * Returns the environment of a child process: only the variables listed here. Others may be secrets, and
 * other users can read the environment of a process that runs as them (`/proc/<pid>/environ`).
 */
export function childEnvironment(kind: 'program' | 'node' = 'program'): Record<string, string> {
  const names = kind === 'node' ? [...everyProgram, ...nodeProgram] : everyProgram
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

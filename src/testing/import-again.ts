import { randomUUID } from 'node:crypto'
import { registerHooks } from 'node:module'

/**
 * Loads a module and all modules of this project that it imports a second time. Their state is separate, like in
 * another process.
 */
export async function importAgain<Module>(module: URL): Promise<Module> {
  const mark = `?again=${randomUUID()}`
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context)
      const isOwn = found.url.startsWith('file:') && !found.url.includes('/node_modules/')
      return isOwn && context.parentURL?.endsWith(mark) ? { ...found, url: `${found.url}${mark}` } : found
    },
  })
  try {
    return await import(`${module.href}${mark}`)
  } finally {
    hooks.deregister()
  }
}

import { features } from './features.ts'
import { httpConfig } from './interfaces/http/config.ts'
import { type Config, kernelConfig } from './kernel/config.ts'
import { type ConfigOf, oneOf, type Section, variable } from './lib/environment.ts'
import { ApiError } from './lib/errors.ts'
import { checkStores, storesConfig } from './stores/config.ts'

export type { Config } from './kernel/config.ts'

const program = {
  ROLE: variable(
    oneOf('all', 'api', 'worker'),
    'all',
    'Parts that serve runs: all, or only the API or background jobs if both stores are servers',
  ),
  LOG_LEVEL: variable(oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent'), 'info', 'Minimum level of log lines'),
} satisfies Section

declare module './kernel/config.ts' {
  interface Config extends ConfigOf<typeof program> {}
}

/** All environment variables, in the order of `docs/operations.md`. */
export const variables: Section = Object.assign(
  {},
  storesConfig,
  httpConfig,
  program,
  kernelConfig,
  ...features.map(({ config }) => config),
)

/**
 * Reads the configuration from environment variables, overridden by CLI flags.
 * @throws ApiError invalid_request that names the variable and its expected value
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const entries = Object.entries(variables).map(([name, { fallback, read }]) => {
    const given = environment[name]
    try {
      return [name, read(given === undefined || given === '' ? fallback : given)]
    } catch (error) {
      throw new ApiError('invalid_request', `${name} ${(error as Error).message}`)
    }
  })
  const config = Object.fromEntries(entries) as Config
  checkStores(config)
  return config
}

import type { Config } from '../config.ts'
import type { Job } from './jobs.ts'
import type { Operation } from './operation.ts'

/** A noun of the API with all that the program has to know of it. `src/features.ts` lists them. */
export interface Feature {
  /** The name of its folder. */
  name: string
  /** In the order in which help lists them. */
  operations?: readonly Operation[]
  /** Its background work. */
  jobs?: readonly Job[]
  /**
   * Tells at the start about a configuration that does not fit, and not when it is first used.
   * @throws ApiError invalid_request
   */
  checkConfig?(config: Config): void
}

/** Declares a feature; exists so that its parts are checked where they are declared. */
export const defineFeature = (feature: Feature): Feature => feature

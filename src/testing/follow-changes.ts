import { readPages } from '../features/earned-mentions/index.ts'
import { findOpportunities } from '../features/opportunities/index.ts'
import type { Services } from '../kernel/context.ts'

/** Runs the jobs that follow a change of names or of the day, without waiting for their schedule. */
export async function followChanges(services: Services): Promise<void> {
  const never = new AbortController().signal
  await readPages.run(services, {}, never)
  await findOpportunities.run(services, {}, never)
}

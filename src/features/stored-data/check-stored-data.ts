import { detachBrokenParts } from '../../kernel/broken-parts.ts'
import { checkStored } from '../../kernel/check-stored.ts'
import type { Services } from '../../kernel/context.ts'
import { unreadableParts } from '../../kernel/damage.ts'
import type { Job } from '../../kernel/jobs.ts'

/** Counting 10 million answers and their readings by brand takes half a second; parts are read through once a day. */
const everySeconds = 900

/** Looks now and then whether all is there that was stored. */
export const checkStoredData: Job<object> = {
  queue: 'check-stored-data',
  everySeconds,
  async run(services, _, signal) {
    await detachBrokenParts(services, signal)
    await checkStored(services, signal)
  },
}

/** Looks whether the engine has started with all that was stored. What keeps it from looking keeps nobody from starting. */
export async function checkAtStart(services: Services): Promise<void> {
  try {
    for (const { table, part, bytes } of await unreadableParts(services))
      services.log.error({ table, part, bytes }, 'part of a table cannot be read: see sightline check-data')
    await checkStored(services, services.closing)
  } catch (error) {
    if (!services.closing.aborted) services.log.error({ err: error }, 'stored data could not be checked')
  }
}

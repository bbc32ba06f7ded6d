import { detachBrokenParts } from '../../kernel/broken-parts.ts'
import { checkStored } from '../../kernel/check-stored.ts'
import type { Services } from '../../kernel/context.ts'
import { unreadableParts } from '../../kernel/damage.ts'
import type { Job } from '../../kernel/jobs.ts'

export const checkStoredData: Job<object> = {
  queue: 'check-stored-data',
  // Counting 10 million answers and their readings takes half a second; parts are verified once per day.
  everySeconds: 900,
  async run(services, _, signal) {
    await detachBrokenParts(services, signal)
    await checkStored(services, signal)
  },
}

/** Checks stored data at startup. A failed check does not prevent the start. */
export async function checkAtStart(services: Services): Promise<void> {
  try {
    for (const { table, part, bytes } of await unreadableParts(services))
      services.log.error({ table, part, bytes }, 'part of a table cannot be read; run sightline check-data')
    await checkStored(services, services.closing)
  } catch (error) {
    if (!services.closing.aborted) services.log.error({ err: error }, 'stored data could not be checked')
  }
}

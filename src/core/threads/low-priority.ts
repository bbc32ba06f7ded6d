import { constants, getPriority, setPriority } from 'node:os'

const { PRIORITY_BELOW_NORMAL } = constants.priority

/**
 * Where processors are scarce, lets requests go before the work of this thread and of those that it starts. Nothing
 * elsewhere than on Linux, where a priority is the whole process's.
 */
export function giveWayToRequests(): void {
  // One that is lower already may not be raised.
  if (process.platform === 'linux' && getPriority() < PRIORITY_BELOW_NORMAL)
    setPriority(PRIORITY_BELOW_NORMAL)
}

import type { OperationName } from '../api/client.ts'
import { useWrite, type WriteOptions } from '../api/hooks.ts'
import type { Edit, Values } from './use-edit.ts'

/** Sends an edit with the version that it started from, and clears it when it is saved. */
export const useSave = <N extends OperationName, T extends Values>(
  name: N,
  edit: Edit<T>,
  { changes, onDone }: Omit<WriteOptions<N>, 'version'>,
) =>
  useWrite(name, {
    changes,
    version: edit.version,
    onDone(shown, input) {
      edit.clear()
      onDone?.(shown, input)
    },
  })

/** Signals that it has started, and never ends. */
export function getStuck({ begun }: { begun: Int32Array }): never {
  Atomics.store(begun, 0, 1)
  Atomics.notify(begun, 0)
  for (;;);
}

export const answerBack = ({ text }: { text: string }) => text

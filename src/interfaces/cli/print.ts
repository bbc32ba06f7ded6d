/**
 * Writes a line to standard output. Ignores readers that stop early, such as `head`.
 * @throws Error if writing fails, such as on a full disk: a secret in the output cannot be shown again
 */
export async function print(text: string): Promise<void> {
  const { stdout } = process
  // The callback reports it too; without this listener, the process would crash.
  stdout.once('error', () => {})
  const error = await new Promise<NodeJS.ErrnoException | null | undefined>((resolve) =>
    stdout.write(`${text}\n`, resolve),
  )
  if (error && error.code !== 'EPIPE')
    throw new Error(`the command succeeded, but writing its output failed: ${error.message}`)
}

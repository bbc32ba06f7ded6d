/**
 * Writes a line to standard output. Whoever reads no more of it, as `head` does, has all that they want.
 * @throws Error where it cannot be written, as to a file on a full disk: what it says may be shown this once
 */
export async function print(text: string): Promise<void> {
  const { stdout } = process
  // The callback tells of it as well; unheard, it would end the process.
  stdout.once('error', () => {})
  const error = await new Promise<NodeJS.ErrnoException | null | undefined>((resolve) =>
    stdout.write(`${text}\n`, resolve),
  )
  if (error && error.code !== 'EPIPE')
    throw new Error(`it was done, but standard output could not be written: ${error.message}`)
}

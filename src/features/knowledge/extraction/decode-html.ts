/** The page as text: its encoding is what the page, or the server before it, says of itself. */
export function decodeHtml(bytes: Uint8Array, charset?: string): string {
  const head = Buffer.from(bytes.subarray(0, 2048)).toString('latin1')
  const [, declared] = /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head) ?? []
  try {
    return new TextDecoder(charset ?? declared ?? 'utf-8').decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

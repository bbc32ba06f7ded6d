import { createHash } from 'node:crypto'

/** A plain hash is enough for what cannot be found by trying: 126 random bits or more. */
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

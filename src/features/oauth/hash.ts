import { createHash } from 'node:crypto'

/** A plain hash is enough: secrets have at least 126 random bits. */
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

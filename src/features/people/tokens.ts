import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits for a browser or a link. Only its hash is stored. */
export const newToken = () => randomBytes(32).toString('base64url')

/** A plain hash is enough for what cannot be found by trying. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest()

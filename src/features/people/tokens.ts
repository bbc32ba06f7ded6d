import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits for a session or link. Only the hash is stored. */
export const newToken = () => randomBytes(32).toString('base64url')

/** A plain hash is enough: 256 random bits cannot be guessed. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest()

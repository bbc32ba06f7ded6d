import { hash, timingSafeEqual } from 'node:crypto'

const digest = (text: string) => hash('sha256', text, 'buffer')

/** Compares two texts in constant time. */
export const secretsEqual = (given: string, secret: string) => timingSafeEqual(digest(given), digest(secret))

import { hash, timingSafeEqual } from 'node:crypto'

const digest = (text: string) => hash('sha256', text, 'buffer')

/** Whether two texts are the same, in a time that says nothing of how much of them is. */
export const secretsEqual = (given: string, secret: string) => timingSafeEqual(digest(given), digest(secret))

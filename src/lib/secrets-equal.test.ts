import { expect, test } from 'vitest'
import { secretsEqual } from './secrets-equal.ts'

test('secretsEqual accepts only the complete secret', () => {
  const secret = 'Bearer üñîcode-token'
  expect(secretsEqual(secret, secret)).toBe(true)
  for (const given of ['', 'B', secret.slice(0, -1), `${secret}x`, secret.toLowerCase(), secret.normalize('NFD')])
    expect(secretsEqual(given, secret), given).toBe(false)
})

export const keyPrefix = 'svc_sk_'

/** Characters after the prefix: 43 of the secret's bits and 6 of a checksum. */
export const keyLength = 49

export const ingestTokenPrefix = 'svc_in_'

/** Characters after the prefix of an ingest token: 256 bits in base64url. */
export const ingestTokenLength = 43

/** The common start of both prefixes. */
const start = 'svc_'
const secret = new RegExp(`${keyPrefix}[0-9A-Za-z]{${keyLength}}|${ingestTokenPrefix}[\\w-]{${ingestTokenLength}}`)
/** Also matches truncated keys: the rest is still part of a secret. */
const secrets = new RegExp(`(${keyPrefix})[0-9A-Za-z]+|(${ingestTokenPrefix})[\\w-]+`, 'g')

/** Whether a text contains an API key or an ingest token. */
export const holdsKey = (text: string) => text.includes(start) && secret.test(text)

/** Removes secrets from a text, so that it can be shown, stored and logged. */
export const withoutKeys = (text: string) =>
  text.includes(start) ? text.replace(secrets, (_, key = '', token = '') => `${key}${token}…`) : text

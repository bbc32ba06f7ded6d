/** What every API key begins with. */
export const keyPrefix = 'svc_sk_'

/** Characters behind the prefix: 43 of the secret's bits and 6 of a checksum. */
export const keyLength = 49

/** What every ingest token begins with. */
export const ingestTokenPrefix = 'svc_in_'

/** Characters behind the prefix of an ingest token: 256 bits in base64url. */
export const ingestTokenLength = 43

/** What both prefixes begin with. */
const start = 'svc_'
const secret = new RegExp(
  `${keyPrefix}[0-9A-Za-z]{${keyLength}}|${ingestTokenPrefix}[\\w-]{${ingestTokenLength}}`,
)
/** Cut off ones too: what is left of a key is part of a secret. */
const secrets = new RegExp(`(${keyPrefix})[0-9A-Za-z]+|(${ingestTokenPrefix})[\\w-]+`, 'g')

/** Whether somebody has pasted an API key or an ingest token into a text. */
export const holdsKey = (text: string) => text.includes(start) && secret.test(text)

/** A text that may be shown and written down, whatever was pasted into it. */
export const withoutKeys = (text: string) =>
  text.includes(start) ? text.replace(secrets, (_, key = '', token = '') => `${key}${token}…`) : text

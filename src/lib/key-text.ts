/** What every API key begins with. */
export const keyPrefix = 'svc_sk_'

/** Characters behind the prefix: 43 of the secret's bits and 6 of a checksum. */
export const keyLength = 49

const key = new RegExp(`${keyPrefix}[0-9A-Za-z]{${keyLength}}`)
/** Cut off ones too: what is left of a key is part of a secret. */
const keys = new RegExp(`${keyPrefix}[0-9A-Za-z]+`, 'g')

/** Whether somebody has pasted an API key into a text. */
export const holdsKey = (text: string) => text.includes(keyPrefix) && key.test(text)

/** A text that may be shown and written down, whatever was pasted into it. */
export const withoutKeys = (text: string) =>
  text.includes(keyPrefix) ? text.replace(keys, `${keyPrefix}…`) : text

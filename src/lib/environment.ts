/** One environment variable: its description, its parser and its default. */
export interface Variable<T> {
  doc: string
  fallback: string
  /** @throws Error that describes the allowed values */
  read(text: string): T
}

/** Variables of one feature, by name. */
export type Section = Readonly<Record<string, Variable<unknown>>>

export type ConfigOf<S extends Section> = { [K in keyof S]: ReturnType<S[K]['read']> }

export function variable<T>(read: (value: string) => T, fallback: string, doc: string): Variable<T> {
  return { doc, fallback, read }
}

export const text = (value: string) => value
export const optional = (value: string) => (value === '' ? undefined : value)
export const integer = (min: number, max: number) => (value: string) => {
  if (!/^\d+$/.test(value) || Number(value) < min || Number(value) > max) {
    throw new Error(`must be an integer from ${min} to ${max}`)
  }
  return Number(value)
}
export const optionalInteger = (min: number, max: number) => (value: string) =>
  value === '' ? undefined : integer(min, max)(value)
export const oneOf =
  <const T extends readonly string[]>(...values: T) =>
  (value: string): T[number] => {
    if (!values.includes(value)) throw new Error(`must be one of ${values.join(', ')}`)
    return value
  }
export const list = (value: string) => (value === '' ? [] : value.split(',').map((item) => item.trim()))

/** The base URL of a server. The error does not repeat the text, which may hold a password. */
export const optionalBaseUrl = (value: string) => {
  if (value === '') return undefined
  const url = URL.parse(value)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new Error('must be like https://host:8080/v1, without a user or password')
  return value
}

/** Line breaks of any type, including U+2028 and U+2029, and other control characters. */
const breaking = /[\p{Cc}\p{Zl}\p{Zp}]/u

export const isOneLine = (text: string) => !breaking.test(text)

/** A text as one line, such as a name in an email subject. Names stored by older versions can be longer. */
export const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

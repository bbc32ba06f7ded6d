/** Line breaks of any kind, U+2028 and U+2029 among them, and other control characters. */
const breaking = /[\p{Cc}\p{Zl}\p{Zp}]/u

export const isOneLine = (text: string) => !breaking.test(text)

/** Text as one line, such as a name in a subject of mail: it may have been stored before names had to be one. */
export const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

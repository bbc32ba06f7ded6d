/**
 * Text in UTF-8 as a string of one character for each byte (Latin-1): its length is what is sent, and Node sends it as it
 * is. A text with characters beyond Latin-1 would be copied twice as wide, measured and encoded for each answer.
 */
export type ByteText = string & { readonly isByteText: true }

export const toByteText = (text: string) => Buffer.from(text).toString('latin1') as ByteText

export const fromByteText = (bytes: ByteText) => Buffer.from(bytes, 'latin1').toString()

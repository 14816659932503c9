import { encodeWord } from 'nodemailer/lib/mime-funcs'

const longestWord = 52

/**
 * A subject in the form for nodemailer with which every reader sees the text as it was written: nodemailer sends what reads like
 * encoded words as such (RFC 2047 section 5), although here nobody writes them. Its public
 * interface has no way to encode a word, so that is taken from the inside; the version is pinned, and the test beside this file fails
 * when it changes.
 */
export const writtenSubject = (text: string): string =>
  text.includes('=?') ? encodeWord(text, 'Q', longestWord) : text

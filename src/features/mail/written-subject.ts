import { encodeWord } from 'nodemailer/lib/mime-funcs'

const longestWord = 52

/**
 * A subject for nodemailer that every reader displays as written: nodemailer passes text that looks like encoded words through
 * unchanged (RFC 2047 section 5). Its public interface cannot encode a word, so the function is imported from its internals; the
 * version is pinned, and the test beside this file fails when it changes.
 */
export const writtenSubject = (text: string): string =>
  text.includes('=?') ? encodeWord(text, 'Q', longestWord) : text

import { turning } from './shown-text.ts'

const turningAnywhere = new RegExp(turning, 'gu')

/** A text as searches compare it: texts that look the same are the same, in any case. */
export const searchKey = (text: string): string => text.normalize('NFC').toLowerCase()

/** Whether the text contains what is looked for, which is all of it; no character is special. */
export const containsText = (text: string, q: string): boolean => searchKey(text).includes(searchKey(q))

/** What was typed into a search: NFC, without the direction characters that are copied with a text, tabs and line breaks as spaces. */
export const readTyped = (text: string): string =>
  text
    .replace(turningAnywhere, '')
    .replace(/[\t-\r\u0085]/g, ' ')
    .normalize('NFC')

import { turning } from './shown-text.ts'

const turningAnywhere = new RegExp(turning, 'gu')

/** A text in the form that searches compare: texts that look the same are equal, in any case. */
export const searchKey = (text: string): string => text.normalize('NFC').toLowerCase()

/** Whether the text contains the search text; no character is special. */
export const containsText = (text: string, q: string): boolean => searchKey(text).includes(searchKey(q))

/** Normalises the typed search text: NFC, without copied direction characters, tabs and line breaks as spaces. */
export const readTyped = (text: string): string =>
  text
    .replace(turningAnywhere, '')
    .replace(/[\t-\r\u0085]/g, ' ')
    .normalize('NFC')

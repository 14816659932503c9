import { domainToUnicode } from 'node:url'
import { invalid } from '#shared/errors.ts'
import { isLetters, isOneWriting } from './scripts.ts'

/** A name that is refused, for the form. */
export const fault = (message: string) => invalid('name', message)

/** @throws INVALID when a label, given as A-label, is reserved or written in letters that deceive */
export function assertWellWritten(label: string): void {
  if (label.slice(2, 4) === '--' && !label.startsWith('xn--'))
    throw fault('A name has no two hyphens as its third and fourth character: leave one out.')
  // Digits alone would be read as an address.
  const written = label.startsWith('xn--') ? domainToUnicode(label) : label
  if (!isLetters(written) || !isOneWriting(written))
    throw fault('This name mixes letters of different scripts, which look alike: write it in one of them.')
}

import { isLetters, isOneWriting } from '../text/scripts.ts'
import { decodeLabel } from './punycode.ts'

// Letters of other scripts that look like Latin ones: a label of only these is read as Latin.
const lookalikes = /^[асԁеһіјӏорԛѕԝхуѵѡαινοκρτυχγ0-9-]+$/u

/** The letters of a label unless they may deceive readers; else the label unchanged. */
function showLabel(label: string): string {
  const letters = decodeLabel(label)
  // Most labels are plain and need no lookup.
  if (letters === null || letters === label || lookalikes.test(letters)) return label
  const isPlain = isLetters(letters) && isOneWriting(letters)
  return isPlain ? letters : label
}

/** A name of A-labels in readable form; labels that mix scripts or look like others stay unchanged. */
export const showName = (name: string): string => name.split('.').map(showLabel).join('.')

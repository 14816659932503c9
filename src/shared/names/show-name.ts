import { isLetters, isOneWriting } from '../text/scripts.ts'
import { decodeLabel } from './punycode.ts'

// Letters of other scripts that are Latin ones to the eye: a label of nothing else is read as Latin.
const lookalikes = /^[асԁеһіјӏорԛѕԝхуѵѡαινοκρτυχγ0-9-]+$/u

/** The letters of a label where they deceive nobody; else the label as it is. */
function showLabel(label: string): string {
  const letters = decodeLabel(label)
  // Most labels are plain: nothing is looked up for them.
  if (letters === null || letters === label || lookalikes.test(letters)) return label
  const isPlain = isLetters(letters) && isOneWriting(letters)
  return isPlain ? letters : label
}

/** A name of A-labels as people read it; labels that mix scripts or look like others stay as they are. */
export const showName = (name: string): string => name.split('.').map(showLabel).join('.')

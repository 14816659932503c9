import { type Script, scriptOf } from '../../contract/letters.ts'
import devanagariRegular from './devanagari-400.ttf' with { type: 'file' }
import devanagariBold from './devanagari-600.ttf' with { type: 'file' }
import latinRegular from './geist-latin-400.ttf' with { type: 'file' }
import latinBold from './geist-latin-600.ttf' with { type: 'file' }
import extendedRegular from './geist-latin-ext-400.ttf' with { type: 'file' }
import extendedBold from './geist-latin-ext-600.ttf' with { type: 'file' }

/** Geist and Noto Sans Devanagari, subset by scripts/build/invoice-fonts.ts: pdfkit embeds only the letters in use. */
const files = {
  regular: latinRegular,
  bold: latinBold,
  'regular-extended': extendedRegular,
  'bold-extended': extendedBold,
  'regular-devanagari': devanagariRegular,
  'bold-devanagari': devanagariBold,
}

export type Weight = 'regular' | 'bold'
type FontName = keyof typeof files

let loaded: Promise<[FontName, Uint8Array][]> | undefined

/** Every font by its name, read once. */
export function loadFonts(): Promise<[FontName, Uint8Array][]> {
  loaded ??= Promise.all(
    Object.entries(files).map(
      async ([name, path]) => [name as FontName, await Bun.file(path).bytes()] as [FontName, Uint8Array],
    ),
  )
  return loaded
}

const suffixes: Record<Script, '' | '-extended' | '-devanagari'> = {
  latin: '',
  extended: '-extended',
  devanagari: '-devanagari',
}

/** Emoji and their modifiers. */
const picture = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\ufe0f/u

/** Splits a text into runs of one font; an unknown letter becomes a question mark, and emoji are omitted. */
export function piecesOf(text: string, weight: Weight): { font: FontName; text: string }[] {
  const pieces: { font: FontName; text: string }[] = []
  for (const letter of text.normalize('NFC')) {
    const script = scriptOf(letter)
    const font: FontName = `${weight}${suffixes[script ?? 'latin']}`
    if (script === undefined && picture.test(letter)) continue
    const shown = script === undefined ? '?' : letter
    const last = pieces.at(-1)
    if (last?.font === font) last.text += shown
    else pieces.push({ font, text: shown })
  }
  return pieces
}

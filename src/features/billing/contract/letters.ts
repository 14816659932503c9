/** Scripts of the invoice fonts, which scripts/build/invoice-fonts.ts builds. */
export type Script = 'latin' | 'extended' | 'devanagari'

const scripts: [Script, RegExp][] = [
  [
    'latin',
    /[\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u201e\u2022\u2026\u2039\u203a\u20ac\u2212]/u,
  ],
  ['extended', /[\u0100-\u017f\u1e00-\u1eff\u20b9]/u],
  // With the joiners, which shape its letters.
  ['devanagari', /[\u0900-\u097f\u200c\u200d]/u],
]

/** The script of a letter; undefined when no font contains it. */
export const scriptOf = (letter: string): Script | undefined =>
  scripts.find(([, letters]) => letters.test(letter))?.[0]

/** Whether an invoice can show every letter of the text. */
export const isPrintable = (text: string): boolean =>
  [...text.normalize('NFC')].every((letter) => letter === '\n' || scriptOf(letter) !== undefined)

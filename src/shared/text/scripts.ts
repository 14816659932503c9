// Scripts in which names are written, each alone. The last three sets are Japanese, Chinese and Korean, which may include Latin
// letters ("highly restrictive" in UTS-39).
const scripts = [
  'Latin',
  'Devanagari',
  'Bengali',
  'Gujarati',
  'Gurmukhi',
  'Kannada',
  'Malayalam',
  'Oriya',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Arabic',
  'Armenian',
  'Cyrillic',
  'Ethiopic',
  'Georgian',
  'Greek',
  'Han',
  'Hangul',
  'Hebrew',
  'Hiragana',
  'Katakana',
  'Khmer',
  'Lao',
  'Myanmar',
  'Thai',
  'Tibetan',
]
const mixtures = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
]

const writtenIn = (names: string[]) => {
  const classes = names.map((name) => `\\p{scx=${name}}`).join('')
  return new RegExp(`^(?:[${classes}\\p{scx=Common}\\p{scx=Inherited}])*$`, 'u')
}

const writings = [...scripts.map((name) => [name]), ...mixtures]
const sets: RegExp[] = []

/** Whether a label uses one script, or scripts that are normally mixed: other mixtures are meant to deceive. */
export const isOneWriting = (label: string): boolean =>
  writings.some((names, i) => {
    // Costly, and few are needed: each is created at its first use.
    sets[i] ??= writtenIn(names)
    return sets[i].test(label)
  })

/** Whether a label has only letters, digits and hyphens, of any script, and joiners between letters. */
export const isLetters = (label: string): boolean =>
  /^[\p{L}\p{M}\p{N}-]+(?:[\u200c\u200d][\p{L}\p{M}\p{N}-]*)*$/u.test(label)

/** Whether a text has right-to-left letters, or digits used with them. */
export const isRightToLeft = (text: string): boolean =>
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u.test(text)

export const isAscii = (text: string): boolean => /^[ -~]*$/.test(text)

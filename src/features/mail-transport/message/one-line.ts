/** One line of valid characters in NFC that both database engines can store. */
export const oneLine = (text: string, length: number): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, length)
    .toWellFormed()

/** Characters of a snippet. */
export const snippetLength = 200
// Enough for a line of 200 characters after usual preheader padding.
const maxLooked = 20_000

/** Invisible characters, except joiners in scripts and emoji. */
const filling =
  /[[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]--[\u200c\u200d\ufe00-\ufe0f\u{e0020}-\u{e007f}]]/gv

const joiner =
  /(?<![[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]--[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]])[\u200c\u200d]+|[\u200c\u200d]+(?![[\p{L}\p{M}\p{Extended_Pictographic}]--[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]])/gv

const selector = /(?<![\p{L}\p{M}\p{N}\p{P}\p{S}])[\ufe00-\ufe0f\u{e0020}-\u{e007f}]+/gv

/** The beginning of a text for a list row: without invisible characters, such as preheader padding. */
export const snippetOf = (text: string): string =>
  oneLine(
    text
      .slice(0, maxLooked)
      .replace(filling, '')
      .replace(/[\u2800\u3164\uffa0]/g, ' ')
      .replace(joiner, '')
      .replace(selector, ''),
    snippetLength,
  )

/** The mark that some programs put before the first character. */
const mark = '\uFEFF'
const lineEnd = /\r\n|\r|\n/

export type LineEndings = 'LF' | 'CRLF' | 'CR' | 'Mixed'

const names: Record<string, LineEndings> = { '\n': 'LF', '\r\n': 'CRLF', '\r': 'CR' }

/** The text of these bytes with every character of it; `null` when they are no UTF-8, or no text. */
export function readText(bytes: ArrayBuffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}

export const hasMark = (stored: string): boolean => stored.startsWith(mark)

const bare = (stored: string): string => (hasMark(stored) ? stored.slice(1) : stored)

/** A stored text as editors have it: without its mark, and each line ended by one character. */
export const shownText = (stored: string): string => bare(stored).replaceAll(/\r\n?/g, '\n')

const endsOf = (stored: string): string[] => stored.match(new RegExp(lineEnd, 'g')) ?? []

/** How the lines of a stored text end. */
export function lineEndingsOf(stored: string): LineEndings {
  const kinds = new Set(endsOf(stored))
  const [first = '\n'] = kinds
  return kinds.size > 1 ? 'Mixed' : (names[first] ?? 'LF')
}

function mostFrequent(ends: readonly string[]): string {
  const [most] = [...Map.groupBy(ends, (end) => end)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  )
  return most?.[0] ?? '\n'
}

/** Lines that two texts have in common, counted from their beginning. */
function countCommon(one: readonly string[], other: readonly string[]): number {
  const most = Math.min(one.length, other.length)
  let count = 0
  while (count < most && one[count] === other[count]) count += 1
  return count
}

/**
 * An edited text as it is stored: with the mark and the line ends of the text that it was made from. Where those are mixed,
 * the lines around what was changed keep theirs, and new ones get the usual one.
 */
export function storedText(shown: string, before: string): string {
  const head = hasMark(before) ? mark : ''
  const ends = endsOf(before)
  const usual = mostFrequent(ends)
  const lines = shown.split('\n')
  if (ends.every((end) => end === usual)) return head + lines.join(usual)
  const was = bare(before).split(lineEnd)
  const begin = countCommon(lines, was)
  const tail = countCommon(lines.toReversed(), was.toReversed())
  const endAfter = (at: number): string => {
    const counterpart = at < begin ? at : at + was.length - lines.length
    const isKept = at < begin || (at >= lines.length - 1 - tail && counterpart >= begin)
    return (isKept ? ends[counterpart] : undefined) ?? usual
  }
  return head + lines.map((line, at) => (at < lines.length - 1 ? line + endAfter(at) : line)).join('')
}

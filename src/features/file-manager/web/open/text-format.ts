/** The byte order mark that some programs write first. */
const mark = '\uFEFF'
const lineEnd = /\r\n|\r|\n/

export type LineEndings = 'LF' | 'CRLF' | 'CR' | 'Mixed'

const names: Record<string, LineEndings> = { '\n': 'LF', '\r\n': 'CRLF', '\r': 'CR' }

/** Decodes the bytes without losing a character; `null` when they are not UTF-8 text. */
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

/** A stored text as editors show it: without a byte order mark, with one-character line breaks. */
export const shownText = (stored: string): string => bare(stored).replaceAll(/\r\n?/g, '\n')

const endsOf = (stored: string): string[] => stored.match(new RegExp(lineEnd, 'g')) ?? []

/** The line break of a stored text. */
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

/** Number of equal lines at the start of two texts. */
function countCommon(one: readonly string[], other: readonly string[]): number {
  const most = Math.min(one.length, other.length)
  let count = 0
  while (count < most && one[count] === other[count]) count += 1
  return count
}

/**
 * An edited text in stored form: with the byte order mark and line breaks of the text it is based on. Where those are mixed,
 * unchanged lines keep theirs, and new ones get the usual one.
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

import { type Field, valuesOf } from '../message/head.ts'

/** What the portal notes in the head of a message that is written on the screen; no recipient gets it. */
export type DraftMark = {
  /** The row that the file belongs to: a file that a crash left behind is told from it. */
  id: string
  /** Another one after each change of what somebody typed. */
  version: string
  /** The fields for recipients as they were typed, whatever they hold. */
  to: string
  cc: string
  bcc: string
}

const name = 'X-Portal-Draft'
const lineLength = 76
const maxValue = 200_000

/** The mark as a field of a head, with the line break that ends it. */
export function writeDraftMark(mark: DraftMark): string {
  const value = Buffer.from(JSON.stringify(mark)).toString('base64')
  const pieces = value.match(new RegExp(`.{1,${lineLength}}`, 'g')) ?? []
  return `${name}:\r\n ${pieces.join('\r\n ')}\r\n`
}

/** The mark of a message; null when it has none that the portal wrote. */
export function readDraftMark(fields: readonly Field[]): DraftMark | null {
  const [value = ''] = valuesOf(fields, name.toLowerCase())
  if (value === '' || value.length > maxValue) return null
  try {
    const said: unknown = JSON.parse(Buffer.from(value.replace(/\s/g, ''), 'base64').toString())
    const { id, version, to, cc, bcc } = said as Record<string, unknown>
    const all = [id, version, to, cc, bcc]
    return all.every((each) => typeof each === 'string') ? (said as DraftMark) : null
  } catch {
    return null
  }
}

import { type Field, valuesOf } from '../message/head.ts'

/** The portal's note in the header of a draft; recipients do not receive it. */
export type DraftMark = {
  /** The row of this file: repairs after a crash use it. */
  id: string
  /** Changes with every edit. */
  version: string
  /** The recipient fields as typed, not validated. */
  to: string
  cc: string
  bcc: string
}

const name = 'X-Portal-Draft'
const lineLength = 76
const maxValue = 200_000

/** The mark as a header field, with its line break. */
export function writeDraftMark(mark: DraftMark): string {
  const value = Buffer.from(JSON.stringify(mark)).toString('base64')
  const pieces = value.match(new RegExp(`.{1,${lineLength}}`, 'g')) ?? []
  return `${name}:\r\n ${pieces.join('\r\n ')}\r\n`
}

/** The mark of a message; null without a mark of the portal. */
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

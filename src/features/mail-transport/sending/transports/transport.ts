import type { Readable } from 'node:stream'
import type { Deps } from '#server/context.ts'
import type { Driver } from '#server/driver.ts'

/** A message for one recipient. */
export type Letter = {
  id: string
  /** Empty for a report. */
  sender: string
  recipient: string
  sizeBytes: number
  /** Opens it from the beginning at each call. */
  open(): Readable
}

/** `relay`: through SMTP_URL. `direct`: to the recipients' servers. `files`: nothing is sent. */
type TransportKind = 'relay' | 'direct' | 'files'

/** The transport of customer mail. */
export interface Transport extends Driver {
  readonly way: TransportKind
  /** Another server is responsible for the message from now on. @throws Refusal, or any error: it is retried */
  send(deps: Pick<Deps, 'resolver'>, letter: Letter): Promise<void>
}

/** A message that was not accepted; permanently when `isFinal`. */
export class Refusal extends Error {
  constructor(
    readonly isFinal: boolean,
    /** RFC 3463, such as 5.1.1 */
    readonly status: string,
    /** The reply of the server, on one line. */
    said: string,
  ) {
    super(oneLine(said))
  }
}

const longest = 500

/** Text from an outside server, for a line of a report or a list. */
const oneLine = (text: string): string =>
  text
    .replaceAll(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, longest)

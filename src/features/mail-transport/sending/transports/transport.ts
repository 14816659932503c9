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
  /** From its beginning, at each call. */
  open(): Readable
}

/** `relay`: through SMTP_URL. `direct`: to the servers of the recipients. `files`: nothing leaves. */
type Way = 'relay' | 'direct' | 'files'

/** How mail of customers leaves. */
export interface Transport extends Driver {
  readonly way: Way
  /** Somebody else answers for the message now. @throws Refusal, or any error: it is tried again */
  send(deps: Pick<Deps, 'resolver'>, letter: Letter): Promise<void>
}

/** A message that was not taken; for good when `isFinal`. */
export class Refusal extends Error {
  constructor(
    readonly isFinal: boolean,
    /** RFC 3463, such as 5.1.1 */
    readonly status: string,
    /** What was said, on one line. */
    said: string,
  ) {
    super(oneLine(said))
  }
}

const longest = 500

/** The words of a stranger, for a line of a report and of a list. */
const oneLine = (text: string): string =>
  text
    .replaceAll(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, longest)

import type { Parsed } from '#features/names/contract/read.ts'
import { faultOfForm, faultOfLabels } from '#shared/labels.ts'
import { plainSigns } from '#shared/text/plain-writing.ts'
import { looksLikeAddress, readTarget } from '../host-name.ts'

/** `mayBeNone`: the root says that there is no such host (RFC 2782, RFC 7505). */
type Wanted = { zone: string; what: string; example: string; isHost: boolean; mayBeNone?: true }

/** In place of a host: there is none. */
export const noHost = '.'

/** The name of a host that a record leads to. */
export function readHostValue(
  text: string,
  { zone, what, example, isHost, mayBeNone }: Wanted,
): Parsed<string> {
  if (mayBeNone && text === noHost) return { value: noHost }
  if (looksLikeAddress(text))
    return { fault: `${what} is given by its name, not by its address: write a name such as ${example}.` }
  const name = readTarget(plainSigns(text), zone, { isHost })
  if (name === null)
    return {
      fault: faultOfLabels(plainSigns(text), faultOfForm) ?? `Enter a full host name, such as ${example}.`,
    }
  return { value: name }
}

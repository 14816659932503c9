import type { Parsed } from '#features/names/contract/read.ts'
import { faultOfForm, faultOfLabels } from '#shared/labels.ts'
import { plainSigns } from '#shared/text/plain-writing.ts'
import { looksLikeAddress, readTarget } from '../host-name.ts'

/** `mayBeNone`: the root means that there is no host (RFC 2782, RFC 7505). */
type TargetRules = { zone: string; what: string; example: string; isHost: boolean; mayBeNone?: true }

/** In place of a host: none. */
export const noHost = '.'

/** The host name in a record's value. */
export function readHostValue(
  text: string,
  { zone, what, example, isHost, mayBeNone }: TargetRules,
): Parsed<string> {
  if (mayBeNone && text === noHost) return { value: noHost }
  if (looksLikeAddress(text))
    return { fault: `${what} needs a host name, not an IP address. Enter a name such as ${example}.` }
  const name = readTarget(plainSigns(text), zone, { isHost })
  if (name === null)
    return {
      fault: faultOfLabels(plainSigns(text), faultOfForm) ?? `Enter a full host name, such as ${example}.`,
    }
  return { value: name }
}

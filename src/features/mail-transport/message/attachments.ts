import { valuesOf } from './head.ts'
import { heldContent } from './held.ts'
import { readHtml } from './html.ts'
import type { Message, Part } from './parts.ts'
import { isSafePicture, sniffType } from './sniff.ts'
import { nameOf, textIn, textParts } from './texts.ts'

// Total length of images in Base64: 2 MB of pictures.
const maxPictureOctets = 2_870_000
const maxName = 200

// Direction and control characters, which could disguise the file extension. Joiners in scripts and emoji stay.
const unseen = /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]--[\u200c\u200d]]/gv

/** Shortens a name to this many characters but keeps its extension. */
function shortened(name: string): string {
  if (name.length <= maxName) return name
  const [ending = ''] = /\.[^.]{1,20}$/.exec(name) ?? []
  return `${name.slice(0, maxName - ending.length)}${ending}`.toWellFormed()
}

/** The sender's name of a part, for display; empty when it has no visible characters. */
export function partName(part: Part): string {
  const given = nameOf(part)
    .replace(unseen, '')
    .replace(/[/\\:*?"<>|]/g, '_')
    .trim()
  return /^[.\u200c\u200d]*$/.test(given) ? '' : shortened(given)
}

/** The name of attachment `n` on the screen and in downloads. */
export const attachmentName = (part: Part, n: number): string =>
  partName(part) || (part.type === 'message/rfc822' ? `message-${n}.eml` : `attachment-${n}`)

const idOf = ({ fields }: Part): string =>
  (valuesOf(fields, 'content-id')[0] ?? '').replace(/^[^<]*<|>[^>]*$/g, '').trim()

const octetsOf = ({ start, end }: Part): number => end - start

const isPicture = (part: Part): boolean => isSafePicture(sniffType(heldContent(part)))

/** The images that the HTML embeds, by their Content-IDs. */
export function picturesOf(message: Message): Map<string, Part> {
  const texts = textParts(message)
  const candidates = message.parts.filter(
    (part) => !part.isContainer && idOf(part) !== '' && !texts.includes(part) && isPicture(part),
  )
  const found = new Map<string, Part>()
  if (candidates.length === 0) return found
  const named = new Set(
    texts
      .filter(({ type }) => type === 'text/html')
      .flatMap((part) => [...readHtml(textIn(part, heldContent(part))).pictures]),
  )
  let left = maxPictureOctets
  for (const part of candidates) {
    const id = idOf(part)
    if (!named.has(id) || found.has(id) || octetsOf(part) > left) continue
    left -= octetsOf(part)
    found.set(id, part)
  }
  return found
}

/** The parts that are neither text nor embedded images, in order: these are listed for download. */
export function attachmentsOf(message: Message): Part[] {
  const shown = new Set([...textParts(message), ...picturesOf(message).values()])
  return message.parts.filter((part) => !part.isContainer && !shown.has(part))
}

import { valuesOf } from './head.ts'
import { looseValues } from './loose.ts'
import type { Part } from './parts.ts'
import { parameterOf } from './structured.ts'

const maxBoundaries = 12
const maxBoundaryLength = 500

/** A boundary in the encoding of message lines: octets as characters. */
const asOctets = (text: string): string => Buffer.from(text).toString('latin1')

/**
 * Possible boundaries of a multipart, for every reading of its Content-Type; none for other types. The right one comes first
 * (RFC 2046 section 5.1.1).
 */
export function boundariesOf({ fields, content, type }: Part): string[] {
  if (!type.startsWith('multipart/')) return []
  const [said = ''] = valuesOf(fields, 'content-type')
  const all = [parameterOf(content, 'boundary'), ...looseValues(said, 'boundary')]
  // An apostrophe is not a quote, but is taken for one.
  const found = all
    .map((each) => asOctets(each).trimEnd())
    .flatMap((each) => [each, each.replace(/^'(.*)'$/, '$1')])
    .filter((each) => each !== '')
  return [...new Set(found)].filter((each) => each.length <= maxBoundaryLength).slice(0, maxBoundaries)
}

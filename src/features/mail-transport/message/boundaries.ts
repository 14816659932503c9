import { valuesOf } from './head.ts'
import { looseValues } from './loose.ts'
import type { Part } from './parts.ts'
import { parameterOf } from './structured.ts'

const maxBoundaries = 12
const maxBoundaryLength = 500

/** A boundary as the lines of a message are read: octets as characters. */
const asOctets = (text: string): string => Buffer.from(text).toString('latin1')

/**
 * What delimits the parts of a multipart, in every way that its Content-Type can be read; none for anything else. The right one
 * comes first (RFC 2046 section 5.1.1).
 */
export function boundariesOf({ fields, content, type }: Part): string[] {
  if (!type.startsWith('multipart/')) return []
  const [said = ''] = valuesOf(fields, 'content-type')
  const all = [parameterOf(content, 'boundary'), ...looseValues(said, 'boundary')]
  // An apostrophe is no quote, and taken for one.
  const found = all
    .map((each) => asOctets(each).trimEnd())
    .flatMap((each) => [each, each.replace(/^'(.*)'$/, '$1')])
    .filter((each) => each !== '')
  return [...new Set(found)].filter((each) => each.length <= maxBoundaryLength).slice(0, maxBoundaries)
}

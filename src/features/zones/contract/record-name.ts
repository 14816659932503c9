import type { Parsed } from '#features/names/contract/read.ts'
import { faultOfLabels } from '#shared/labels.ts'
import { plainSigns } from '#shared/text/plain-writing.ts'
import { fits, readLabels } from './host-name.ts'
import { apex, fullName, type RecordType } from './record-types.ts'

/** The part of a name below the zone; null outside it. A name without the root dot may end in the zone too. */
function relativeTo(text: string, zone: string): string | null {
  const lower = text.toLowerCase()
  const labels = lower.replace(/\.$/, '').split('.')
  const depth = zone.split('.').length
  // The zone may be written in Unicode.
  const end = readLabels(labels.slice(-depth).join('.'))?.join('.')
  if (end === zone) return labels.slice(0, -depth).join('.') || apex
  return lower.endsWith('.') ? null : lower
}

const service = /^_[a-z0-9-]+\._[a-z0-9-]+(\.|$)/
const hosts: readonly RecordType[] = ['A', 'AAAA', 'MX']

/** Rules of a type for the name, beyond those of every name. */
function faultOfType(name: string, type: RecordType): string | null {
  if (type === 'SRV' && !service.test(name))
    return 'The name of an SRV record begins with the service and the protocol, such as _sip._tcp.'
  if (type === 'NS' && name.startsWith('*'))
    return 'A wildcard cannot be delegated to other name servers. Enter a name such as branch.'
  if (hosts.includes(type) && name.includes('_'))
    return `The name of a ${type} record cannot contain an underscore. Enter a name such as www.`
  return null
}

/**
 * The record name relative to its zone, `@` for the zone itself and for an empty name. A wildcard is the first label
 * only; labels that begin with an underscore name services and keys.
 */
export function readRecordName(text: string, type: RecordType, zone: string): Parsed<string> {
  const relative = relativeTo(plainSigns(text) || apex, zone)
  if (relative === null) return { fault: `This name is outside ${zone}. Enter a name such as www.` }
  const isWild = relative === '*' || relative.startsWith('*.')
  const rest = isWild ? relative.slice(2) : relative
  const labels = rest === apex || rest === '' ? [] : readLabels(rest)
  if (!labels || (isWild && rest === apex))
    return {
      fault:
        faultOfLabels(rest) ??
        `A name consists of letters, digits, hyphens and underscores between dots, * as its first part, or @ for ${zone}.`,
    }
  const deceit = faultOfLabels(labels.join('.'))
  if (deceit !== null) return { fault: deceit }
  const name = [...(isWild ? ['*'] : []), ...labels].join('.') || apex
  if (!fits(fullName(name, zone)))
    return { fault: 'The name and its domain have at most 253 characters together.' }
  const fault = faultOfType(name, type)
  return fault ? { fault } : { value: name }
}

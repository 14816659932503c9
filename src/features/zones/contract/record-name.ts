import type { Parsed } from '#features/names/contract/read.ts'
import { faultOfLabels } from '#shared/labels.ts'
import { plainSigns } from '#shared/text/plain-writing.ts'
import { fits, readLabels } from './host-name.ts'
import { apex, fullName, type RecordType } from './record-types.ts'

/** The part of a name below the zone; null when it lies outside. A name without the root dot may end in the zone too. */
function relativeTo(text: string, zone: string): string | null {
  const lower = text.toLowerCase()
  const labels = lower.replace(/\.$/, '').split('.')
  const depth = zone.split('.').length
  // The zone may be written in letters.
  const end = readLabels(labels.slice(-depth).join('.'))?.join('.')
  if (end === zone) return labels.slice(0, -depth).join('.') || apex
  return lower.endsWith('.') ? null : lower
}

const service = /^_[a-z0-9-]+\._[a-z0-9-]+(\.|$)/
const hosts: readonly RecordType[] = ['A', 'AAAA', 'MX']

/** What a type demands of the name, beyond what every name is. */
function faultOfType(name: string, type: RecordType): string | null {
  if (type === 'SRV' && !service.test(name))
    return 'The name of an SRV record begins with the service and the protocol, such as _sip._tcp.'
  if (type === 'NS' && name.startsWith('*'))
    return 'A wildcard cannot be handed to other nameservers: write a name such as branch.'
  if (hosts.includes(type) && name.includes('_'))
    return `The name of a record of type ${type} has no underscore: write a name such as www.`
  return null
}

/**
 * The name of a record relative to its zone, `@` for the zone itself and when it is left empty. A wildcard is its first label
 * alone; labels that begin with an underscore name services and keys.
 */
export function readRecordName(text: string, type: RecordType, zone: string): Parsed<string> {
  const relative = relativeTo(plainSigns(text) || apex, zone)
  if (relative === null) return { fault: `This name is outside ${zone}: write a name such as www.` }
  const isWild = relative === '*' || relative.startsWith('*.')
  const rest = isWild ? relative.slice(2) : relative
  const labels = rest === apex || rest === '' ? [] : readLabels(rest)
  if (!labels || (isWild && rest === apex))
    return {
      fault:
        faultOfLabels(rest) ??
        `A name is letters, digits, hyphens and underscores between dots, * as its first part, or @ for ${zone}.`,
    }
  const deceit = faultOfLabels(labels.join('.'))
  if (deceit !== null) return { fault: deceit }
  const name = [...(isWild ? ['*'] : []), ...labels].join('.') || apex
  if (!fits(fullName(name, zone))) return { fault: 'With its domain a name has at most 253 characters.' }
  const fault = faultOfType(name, type)
  return fault ? { fault } : { value: name }
}

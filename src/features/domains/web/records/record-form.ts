import { z } from 'zod'
import { readRecord, type WrittenRecord } from '#features/zones/contract/check-record.ts'
import { apex, type RecordType, usualTtl } from '#features/zones/contract/record-types.ts'
import { type DnsRecord, recordFields } from '#features/zones/contract/records.ts'

/** The fields of the record dialog; each type uses some of them. */
export type RecordValues = {
  type: RecordType
  name: string
  value: string
  ttl: string
  priority: string
  weight: string
  port: string
  flags: string
  tag: string
}

/** Common CAA tags, with their meaning. */
export const caaTags = [
  ['issue', 'issue: may issue certificates'],
  ['issuewild', 'issuewild: may issue wildcard certificates'],
  ['issuemail', 'issuemail: may issue certificates for mail'],
  ['iodef', 'iodef: where violations are reported'],
  ['contactemail', 'contactemail: e-mail of the owner'],
  ['contactphone', 'contactphone: telephone of the owner'],
] as const

export const caaFlags = [
  ['0', '0: not critical'],
  ['128', '128: critical'],
] as const

export const newRecord: RecordValues = {
  type: 'A',
  name: '',
  value: '',
  ttl: String(usualTtl),
  priority: '',
  weight: '0',
  port: '',
  flags: '0',
  tag: 'issue',
}

/** Field values of a record. */
export function valuesOf({ type, name, value, ttl, priority }: DnsRecord): RecordValues {
  const shared = { ...newRecord, type, name, value, ttl: String(ttl), priority: String(priority ?? '') }
  if (type === 'SRV') {
    const [weight = '', port = '', host = ''] = value.split(' ')
    return { ...shared, weight, port, value: host }
  }
  if (type !== 'CAA') return shared
  const [, flags = '', tag = '', quoted = ''] = /^(\d+) (\w+) "(.*)"$/.exec(value) ?? []
  return { ...shared, flags, tag, value: quoted.replace(/\\(.)/g, '$1') }
}

const writtenValue = ({ type, value, weight, port, flags, tag }: RecordValues): string => {
  if (type === 'SRV') return `${weight.trim()} ${port.trim()} ${value.trim()}`
  if (type === 'CAA') return `${flags} ${tag} "${value.trim().replace(/["\\]/g, '\\$&')}"`
  return value
}

const toNumber = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN)

/** The record in the fields, as API input. */
export function writtenOf(values: RecordValues): WrittenRecord {
  const { type, name, ttl, priority } = values
  const hasPriority = (type === 'MX' || type === 'SRV') && priority.trim() !== ''
  return {
    type,
    name: name.trim() || apex,
    value: writtenValue(values),
    ttl: toNumber(ttl),
    ...(hasPriority ? { priority: toNumber(priority) } : {}),
  }
}

export type FieldFault = { field: keyof RecordValues; fault: string }

const isShort = (text: string): boolean => toNumber(text) <= 65_535

/** Errors of fields that are a part of the value. */
function faultOfPart({ type, value, weight, port }: RecordValues): FieldFault | null {
  const isEmpty = value.trim() === ''
  if (type === 'SRV' && !isShort(weight))
    return { field: 'weight', fault: 'A weight is a whole number from 0 to 65535.' }
  if (type === 'SRV' && !isShort(port))
    return { field: 'port', fault: 'A port is a whole number from 0 to 65535.' }
  if (type === 'SRV' && (isEmpty || /\s/.test(value.trim())))
    return { field: 'value', fault: 'Enter a full host name, such as sip.example.com.' }
  if (type === 'CAA' && isEmpty)
    return { field: 'value', fault: 'Enter the value, such as letsencrypt.org, or ; for no authority.' }
  return null
}

const isField = (field: PropertyKey | undefined): field is keyof RecordValues =>
  typeof field === 'string' && Object.hasOwn(newRecord, field)

/** Errors of a record's fields in this zone, by the server's rules; empty when valid. */
export function faultsOf(values: RecordValues, zone: string): FieldFault[] {
  const part = faultOfPart(values)
  if (part) return [part]
  const written = writtenOf(values)
  const { error } = recordFields.safeParse(written)
  const faults = (error?.issues ?? []).flatMap(({ path: [field], message }) =>
    isField(field) ? [{ field, fault: message }] : [],
  )
  if (faults.length > 0) return faults
  const record = readRecord(written, zone)
  return 'fault' in record ? [record] : []
}

/** The record form of this zone. */
export const recordForm = (zone: string) =>
  z.custom<RecordValues>().superRefine((values, context) => {
    for (const { field, fault } of faultsOf(values, zone))
      context.addIssue({ code: 'custom', path: [field], message: fault })
  })

import type { Parsed } from '#features/names/contract/read.ts'
import { readRecordName } from './record-name.ts'
import { fullName, type RecordType, type ZoneRecord } from './record-types.ts'
import { readIpv4, readIpv6 } from './values/address.ts'
import { readCaa } from './values/caa.ts'
import { readSrv } from './values/srv.ts'
import { readHostValue } from './values/target.ts'
import { readText } from './values/txt.ts'

/** A record as entered. */
export type WrittenRecord = {
  name: string
  type: RecordType
  value: string
  priority?: number | null | undefined
  ttl: number
}

const readers: Record<RecordType, (value: string, zone: string) => Parsed<string>> = {
  A: readIpv4,
  AAAA: readIpv6,
  CNAME: (value, zone) =>
    readHostValue(value, { zone, what: 'A CNAME record', example: 'www.example.net', isHost: false }),
  MX: (value, zone) =>
    readHostValue(value, {
      zone,
      what: 'A mail server',
      example: 'mail.example.com',
      isHost: true,
      mayBeNone: true,
    }),
  NS: (value, zone) =>
    readHostValue(value, { zone, what: 'A name server', example: 'ns1.example.net', isHost: true }),
  SRV: readSrv,
  TXT: readText,
  CAA: readCaa,
}

/** The default priority of a type that has one. */
const usualPriority: Partial<Record<RecordType, number>> = { MX: 10, SRV: 0 }

const readPriority = ({ type, priority }: WrittenRecord): Parsed<number | null> => {
  const usual = usualPriority[type]
  if (usual !== undefined) return { value: priority ?? usual }
  return priority === undefined || priority === null
    ? { value: null }
    : { fault: `Only MX and SRV records have a priority. Leave it out for ${type}.` }
}

export type RecordFault = { field: 'name' | 'value' | 'priority'; fault: string }

/** The record in its stored form, or the fault of a field. */
export function readRecord(written: WrittenRecord, zone: string): ZoneRecord | RecordFault {
  const { type, ttl } = written
  const name = readRecordName(written.name, type, zone)
  if ('fault' in name) return { field: 'name', ...name }
  const value = readers[type](written.value.trim(), zone)
  if ('fault' in value) return { field: 'value', ...value }
  if (type === 'CNAME' && value.value === fullName(name.value, zone))
    return {
      field: 'value',
      fault: 'A CNAME cannot point to itself. Enter another host name.',
    }
  const priority = readPriority(written)
  if ('fault' in priority) return { field: 'priority', ...priority }
  return { name: name.value, type, value: value.value, priority: priority.value, ttl }
}

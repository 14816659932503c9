import { challengeName } from '#features/names/contract/challenge-name.ts'
import type { Answer } from '#shared/schema.ts'
import type { KeptRecord } from '../contract/edit-zone.ts'
import type { recordOutput } from '../contract/records.ts'
import { readStatus } from '../contract/status.ts'
import { writeText } from '../contract/values/txt.ts'
import type { domainOutput } from '../contract.ts'
import type { DomainRow } from './own.ts'

/** A domain in both of its readings: `name, expires` and `domainName, expiryDate`. */
export const presentDomain = (row: DomainRow): Answer<typeof domainOutput> => ({
  id: row.id,
  name: row.domainName,
  domainName: row.domainName,
  status: readStatus(row.status),
  ssl: row.ssl,
  www: row.www,
  httpsRedirect: row.httpsRedirect,
  hsts: row.hsts === 'on',
  autoRenew: row.autoRenew,
  privacy: row.privacy,
  transferLock: row.transferLock,
  registrar: row.registrar,
  nameservers: row.nameservers,
  serial: row.zoneSerial,
  expires: row.expiryDate,
  expiryDate: row.expiryDate,
  serviceId: row.serviceId,
  challenge:
    row.challenge === null
      ? null
      : { name: challengeName(row.domainName), type: 'TXT', value: row.challenge },
  verifiedAt: row.challenge === null ? (row.verifiedAt ?? row.createdAt) : null,
  problem: row.problem,
  createdAt: row.createdAt,
})

type Presented = Answer<typeof recordOutput>

/** What tells a record from itself after a change. */
const versionOf = ({ type, name, value, ttl, priority }: Omit<Presented, 'id' | 'version'>): string =>
  new Bun.CryptoHasher('sha256')
    .update(JSON.stringify([type, name, value, ttl, priority]))
    .digest('hex')
    .slice(0, 16)

/** A record in the form in which it is kept in the history. */
export const writtenRecord = ({
  id,
  type,
  name,
  value,
  ttl,
  priority,
}: KeptRecord): Omit<Presented, 'version'> => ({
  id,
  type,
  name,
  value: type === 'TXT' ? writeText(value) : value,
  ttl,
  priority,
})

export const presentWritten = (written: Omit<Presented, 'version'>): Presented => ({
  ...written,
  version: versionOf(written),
})

export const presentRecord = (record: KeptRecord): Presented => presentWritten(writtenRecord(record))

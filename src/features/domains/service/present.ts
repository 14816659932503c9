import { challengeName } from '#features/names/contract/challenge-name.ts'
import type { DomainRow } from '#features/zones/domain/own.ts'
import type { Answer } from '#shared/schema.ts'
import { readStatus } from '../contract/status.ts'
import type { domainOutput } from '../contract.ts'

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

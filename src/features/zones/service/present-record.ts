import type { Answer } from '#shared/schema.ts'
import type { StoredRecord } from '../contract/edit-zone.ts'
import type { recordOutput } from '../contract/records.ts'
import { writeText } from '../contract/values/txt.ts'

type PresentedRecord = Answer<typeof recordOutput>

/** A fingerprint of a record that changes with it. */
const versionOf = ({ type, name, value, ttl, priority }: Omit<PresentedRecord, 'id' | 'version'>): string =>
  new Bun.CryptoHasher('sha256')
    .update(JSON.stringify([type, name, value, ttl, priority]))
    .digest('hex')
    .slice(0, 16)

/** A record in the form of the history. */
export const writtenRecord = ({
  id,
  type,
  name,
  value,
  ttl,
  priority,
}: StoredRecord): Omit<PresentedRecord, 'version'> => ({
  id,
  type,
  name,
  value: type === 'TXT' ? writeText(value) : value,
  ttl,
  priority,
})

export const presentWritten = (written: Omit<PresentedRecord, 'version'>): PresentedRecord => ({
  ...written,
  version: versionOf(written),
})

export const presentRecord = (record: StoredRecord): PresentedRecord => presentWritten(writtenRecord(record))

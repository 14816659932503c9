import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type DnsRecord, recordOutput } from '#features/zones/contract/records.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { useTRPC } from '#web/trpc.ts'
import { recordName } from './use-zone-changes.ts'

/** The record as somebody else changed it, when that is why a change was refused. */
function rivalOf(error: unknown): DnsRecord | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  return recordOutput.safeParse(error.body.record).data
}

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** Whether somebody else has deleted the record meanwhile, by the cached list of records. */
export function useIsGone(zoneId: string, record: DnsRecord | undefined): boolean {
  const trpc = useTRPC()
  const { data } = useQuery(trpc.domains.dns.list.queryOptions({ id: zoneId }, { enabled: false }))
  return record !== undefined && data !== undefined && !data.some(({ id }) => id === record.id)
}

/** Submits a change with the version that was seen last; a conflicting newer version is stored for display. */
export function useRecordConflict(opened: DnsRecord | undefined) {
  const [rival, setRival] = useState<DnsRecord>()
  const [isShown, setShown] = useState(false)
  const [isGone, setGone] = useState(false)
  const attempt = async <T,>(change: Promise<T>): Promise<T> => {
    try {
      return await change
    } catch (error) {
      const found = rivalOf(error)
      if (found) {
        setRival(found)
        setShown(true)
      }
      if (isMissing(error)) setGone(true)
      throw error
    }
  }
  return {
    isGone,
    seen: rival ?? opened,
    conflict: isShown ? rival : undefined,
    attempt,
    settle: () => setShown(false),
  }
}

type RecordConflictProps = { conflict: DnsRecord; zone: string; onLoad?: () => void }

/** Shows the new version of a record, and offers to continue from it. */
export const RecordConflict = ({ conflict, zone, onLoad }: RecordConflictProps) => (
  <div className="domain-notice" role="alert">
    <p>
      Someone else changed this record. It is now <strong>{recordName(conflict, zone)}</strong>{' '}
      {conflict.priority} {conflict.value}, with a TTL of {conflict.ttl} s.
    </p>
    {onLoad && (
      <button type="button" className="button" onClick={onLoad}>
        Load the current values
      </button>
    )}
  </div>
)

/** Reports a record that somebody else deleted during editing. */
export const RecordGone = ({ what }: { what: string }) => (
  <p className="domain-notice" role="alert">
    Someone else deleted this record. {what}
  </p>
)

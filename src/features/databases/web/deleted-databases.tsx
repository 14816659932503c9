import { useQuery } from '@tanstack/react-query'
import { formatBytes } from '#shared/bytes.ts'
import { serviceLabelIn } from '#shared/names/site-name.ts'
import { DeletedRecords } from '#web/list/deleted-records.tsx'
import { useTRPC } from '#web/trpc.ts'
import { StatusBadge, type Tone } from '#web/ui/values/status-badge.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import type { DatabaseDump } from '../contract/contract.ts'
import { TypeBadge, TypeIcon } from './database-type.tsx'
import { useDatabaseChanges } from './use-database-changes.ts'

const states: Record<DatabaseDump['status'], readonly [words: string, tone: Tone] | null> = {
  kept: null,
  writing: ['Saving', 'warn'],
  restoring: ['Restoring', 'warn'],
  failed: ['Not saved', 'bad'],
}

/** Deleted databases that can be restored; empty without any. */
export function DeletedDatabases({ chosen }: { chosen: string | undefined }) {
  const trpc = useTRPC()
  const { data = [] } = useQuery(trpc.databases.dumps.list.queryOptions({}))
  const { data: services = [] } = useQuery(trpc.servers.list.queryOptions())
  const { restore } = useDatabaseChanges()
  const dumps = data.filter(({ serviceId }) => chosen === undefined || serviceId === chosen)
  return (
    <DeletedRecords
      title="Deleted Databases"
      text="You can restore a deleted database for 7 days."
      rows={dumps}
      nameOf={({ dbName }) => dbName}
      canRestore={({ status }) => status === 'kept'}
      restore={restore}
    >
      {(dump) => <Dump dump={dump} site={serviceLabelIn(services, dump.serviceId, dump.service.plan.name)} />}
    </DeletedRecords>
  )
}

function Dump({ dump, site }: { dump: DatabaseDump; site: string }) {
  const { dbName, dbType, status, reason, fileSize, createdAt, expiresAt } = dump
  const state = states[status]
  return (
    <>
      <TypeIcon type={dbType} />
      <div className="database-dump-text">
        <p className="database-dump-name">
          <strong>{dbName}</strong>
          <TypeBadge type={dbType} />
          {state && <StatusBadge status={status} label={state[0]} tone={state[1]} />}
        </p>
        <p className="database-quiet">
          {site} · deleted <DateTime at={createdAt} as="relative" />
          {fileSize > 0 && <> · {formatBytes(fileSize)}</>} · permanently deleted{' '}
          <DateTime at={expiresAt} as="due" />
        </p>
        {reason && <p className="database-reason">{reason}</p>}
      </div>
    </>
  )
}

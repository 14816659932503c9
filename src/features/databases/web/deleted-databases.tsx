import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { formatBytes } from '#shared/bytes.ts'
import { serviceLabelIn } from '#shared/names/site-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { StatusBadge, type Tone } from '#web/ui/values/status-badge.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import type { DatabaseDump } from '../contract.ts'
import { TypeBadge, TypeIcon } from './database-type.tsx'
import { useDatabaseChanges } from './use-database-changes.ts'

const states: Record<DatabaseDump['status'], readonly [words: string, tone: Tone] | null> = {
  kept: null,
  writing: ['Being saved', 'warn'],
  restoring: ['Being restored', 'warn'],
  failed: ['Not saved', 'bad'],
}

/** Databases that were deleted, while they can be brought back; nothing when there are none. */
export function DeletedDatabases({ chosen }: { chosen: string | undefined }) {
  const trpc = useTRPC()
  const titleId = useId()
  const { data = [] } = useQuery(trpc.databases.dumps.list.queryOptions({}))
  const { data: services = [] } = useQuery(trpc.servers.list.queryOptions())
  const { restore } = useDatabaseChanges()
  const dumps = data.filter(({ serviceId }) => chosen === undefined || serviceId === chosen)
  if (dumps.length === 0) return null
  return (
    <section className="deleted-records" aria-labelledby={titleId}>
      <h2 id={titleId}>Deleted Databases</h2>
      <p className="database-quiet">A deleted database is kept for 7 days and can be restored until then.</p>
      <ul>
        {dumps.map((dump) => (
          <li key={dump.id}>
            <Dump
              dump={dump}
              site={serviceLabelIn(services, dump.serviceId, dump.service.plan.name)}
              isRestoring={restore.isPending && restore.variables?.id === dump.id}
              onRestore={() => restore.mutate({ id: dump.id })}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

type DumpProps = { dump: DatabaseDump; site: string; isRestoring: boolean; onRestore: () => void }

function Dump({ dump, site, isRestoring, onRestore }: DumpProps) {
  const { dbName, dbType, status, reason, fileSize, createdAt, expiresAt } = dump
  const state = states[status]
  return (
    <div className="deleted-record">
      <TypeIcon type={dbType} />
      <div className="database-dump-text">
        <p className="database-dump-name">
          <strong>{dbName}</strong>
          <TypeBadge type={dbType} />
          {state && <StatusBadge status={status} label={state[0]} tone={state[1]} />}
        </p>
        <p className="database-quiet">
          {site} · deleted <DateTime at={createdAt} as="relative" />
          {fileSize > 0 && <> · {formatBytes(fileSize)}</>} · gone for good{' '}
          <DateTime at={expiresAt} as="due" />
        </p>
        {reason && <p className="database-reason">{reason}</p>}
      </div>
      {status === 'kept' && (
        <button
          type="button"
          className="button"
          aria-label={`Restore ${dbName}`}
          disabled={isRestoring}
          onClick={onRestore}
        >
          Restore
        </button>
      )}
    </div>
  )
}

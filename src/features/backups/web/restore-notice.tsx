import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Activity } from '#features/activity/contract.ts'
import { siteName } from '#shared/names/site-name.ts'
import { minute } from '#shared/time.ts'
import { useTRPC } from '#web/trpc.ts'
import { CloseIcon } from '#web/ui/icons.tsx'
import { StatusBadge, type Tone } from '#web/ui/values/status-badge.tsx'
import { DateTime, useNow } from '#web/ui/values/values.tsx'
import { useViewer } from '#web/viewer.ts'

/** A finished restore is shown for this long, unless dismissed. */
const toldMs = 30 * minute

const isRestoreOf = ({ kind, href }: Activity, serviceId: string | undefined): boolean =>
  kind === 'restore' && (serviceId === undefined || (href?.endsWith(serviceId) ?? false))

/** Running and recently finished restores, with their progress or outcome. */
export function RestoreNotices({ serviceId }: { serviceId: string | undefined }) {
  const trpc = useTRPC()
  const now = useNow()
  // The activity feed belongs to an account: a member of one of its sites has none.
  const isActing = useViewer()?.actingFor !== undefined
  const { data = [] } = useQuery({ ...trpc.activity.list.queryOptions(), enabled: !isActing })
  const { data: services = [] } = useQuery(trpc.servers.list.queryOptions())
  const siteOf = ({ href, subject }: Activity) => {
    const service = services.find(({ id }) => href?.endsWith(id))
    return service ? siteName(service, services) : subject
  }
  const [away, putAway] = useState<readonly string[]>([])
  const isTold = ({ state, at }: Activity) =>
    state === 'running' || (now !== null && now.getTime() - new Date(at).getTime() < toldMs)
  const restores = data.filter((each) => isRestoreOf(each, serviceId) && isTold(each))
  return (
    <div role="status" className="backup-notices">
      {restores
        .filter(({ id, state }) => state === 'running' || !away.includes(id))
        .map((restore) => (
          <Notice
            key={restore.id}
            restore={restore}
            site={siteOf(restore)}
            onPutAway={() => putAway((before) => [...before, restore.id])}
          />
        ))}
    </div>
  )
}

const badges: Partial<Record<Activity['state'], readonly [words: string, tone: Tone]>> = {
  done: ['Restored', 'ok'],
  failed: ['Not restored', 'bad'],
}

function textOf({ state, detail }: Activity, site: string): string {
  if (state === 'done')
    return `${site} is as it was in the backup. Its state before the restore is in the safety copy.`
  return detail === null ? site : `${site}: ${detail}`
}

type NoticeProps = { restore: Activity; site: string; onPutAway: () => void }

function Notice({ restore, site, onPutAway }: NoticeProps) {
  const { state, at } = restore
  const [words, tone] = badges[state] ?? ['Restoring', 'warn']
  return (
    <div className="backup-notice panel">
      <StatusBadge status={state} label={words} tone={tone} />
      <p>{textOf(restore, site)}</p>
      {state !== 'running' && (
        <>
          <span className="backup-quiet">
            <DateTime at={at} as="relative" />
          </span>
          <button
            type="button"
            className="icon-button"
            data-size="small"
            aria-label={`Dismiss: ${words} ${site}`}
            onClick={onPutAway}
          >
            <CloseIcon size={14} />
          </button>
        </>
      )}
    </div>
  )
}

import { Progress } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useEffectEvent } from 'react'
import type { Activity } from '#features/activity/contract.ts'
import { breakpoints } from '#web/tokens.ts'
import { Drawer } from '#web/ui/dialogs/modal.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { BellIcon } from '#web/ui/icons.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { StatusBadge, type Tone } from '#web/ui/values/status-badge.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import { FollowLink } from './follow-link.tsx'
import { Notices } from './notices.tsx'
import { stateNames } from './texts.ts'

type ActivityDrawerProps = {
  opened: boolean
  onClose: () => void
  /** Closes without returning the focus: it moves to the chosen page. */
  onLeave: () => void
  query: { data: Activity[] | undefined; error: unknown; isPending: boolean; refetch: () => unknown }
}

const title = 'Activity'
const phone = `(width < ${breakpoints.md})`

/** The customer's work in progress, notices, and what ended within a week. A sheet on a phone. */
export function ActivityDrawer({ opened, onClose, onLeave, query }: ActivityDrawerProps) {
  const isPhone = useMediaQuery(phone, undefined, { getInitialValueInEffect: false })
  useRefreshed(query)
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position={isPhone ? 'bottom' : 'right'}
      size={isPhone ? '85dvh' : 440}
      title={title}
      transitionProps={{ duration: 0 }}
      classNames={{ content: 'activity-sheet' }}
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': `Close: ${title}` }}
    >
      <QueryState query={query} what="Your activity" loadingText="Loading activity...">
        {(activities) => <Part name="Now" rows={activities.filter(isUnfinished)} onFollow={onLeave} />}
      </QueryState>
      <Notices onFollow={onLeave} />
      {query.data?.length === 0 && <Nothing />}
      <Part
        name="Last seven days"
        rows={query.data?.filter((each) => !isUnfinished(each)) ?? []}
        onFollow={onLeave}
      />
    </Drawer>
  )
}

/** Refetch on opening: not every kind of work sends live events. */
function useRefreshed({ data, refetch }: ActivityDrawerProps['query']): void {
  const refresh = useEffectEvent(() => {
    if (data !== undefined) void refetch()
  })
  useEffect(() => refresh(), [])
}

const isUnfinished = ({ state }: Activity): boolean => state === 'running' || state === 'waiting'

type PartProps = { name: string; rows: readonly Activity[]; onFollow: () => void }

const Part = ({ name, rows, onFollow }: PartProps) =>
  rows.length > 0 && (
    <section className="activity-part" aria-label={name}>
      <h3>{name}</h3>
      <ul>
        {rows.map((activity) => (
          <Row key={activity.id} activity={activity} onFollow={onFollow} />
        ))}
      </ul>
    </section>
  )

const Nothing = () => (
  <section className="activity-part" aria-label="Last seven days">
    <EmptyState
      icon={<BellIcon size={28} />}
      title="Nothing in the last seven days"
      text="Backups, restores, orders, restarts, publishes, domains and databases appear here with their progress."
    />
  </section>
)

const tones: Record<Activity['state'], Tone> = {
  waiting: 'warn',
  running: 'neutral',
  done: 'ok',
  failed: 'bad',
}

function Row({ activity, onFollow }: { activity: Activity; onFollow: () => void }) {
  const { state, title: name, subject, detail, progress, href, at } = activity
  return (
    <li className="activity-row">
      <FollowLink href={href} onFollow={onFollow}>
        <strong>{name}</strong> <span>{subject}</span>
      </FollowLink>
      <div className="activity-head">
        <StatusBadge status={state} tone={tones[state]} label={stateNames[state]} />
        <DateTime at={at} as="relative" />
      </div>
      {detail && <p>{detail}</p>}
      {progress !== null && (
        <div className="activity-progress">
          <Progress.Root size="sm">
            <Progress.Section value={progress} aria-label={`${name}, ${subject}`} />
          </Progress.Root>
          <span className="tabular">{progress}%</span>
        </div>
      )}
    </li>
  )
}

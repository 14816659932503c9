import { useQuery } from '@tanstack/react-query'
import type { Schedule } from '#features/backups/contract.ts'
import type { Service } from '#features/services/contract.ts'
import { typeNames } from '#shared/backup-texts.ts'
import { serviceLabel } from '#shared/names/site-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import { rhythmText } from './rhythms.ts'

function Row({ label, schedule }: { label: string; schedule: Schedule | undefined }) {
  return (
    <li>
      <strong className="backup-site">{label}</strong>
      {schedule?.enabled ? (
        <span>
          {rhythmText(schedule)}, {typeNames[schedule.backupType]}, keeps the newest {schedule.keep}
          {schedule.nextRunAt && (
            <>
              . Next: <DateTime at={schedule.nextRunAt} as="moment" />
            </>
          )}
        </span>
      ) : (
        <span>No automatic backups</span>
      )}
    </li>
  )
}

/** When each of the services is backed up. */
export function ScheduleList({ services }: { services: Service[] }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.backups.schedules.queryOptions())
  const loading = 'Loading the schedules...'
  return (
    <QueryState
      query={query}
      what="The schedules"
      loadingText={loading}
      skeleton={<SkeletonRows rows={1} text={loading} />}
    >
      {(schedules) => (
        <ul className="backup-schedules">
          {services.map((service) => (
            <Row
              key={service.id}
              label={serviceLabel(service, services)}
              schedule={schedules.find(({ serviceId }) => serviceId === service.id)}
            />
          ))}
        </ul>
      )}
    </QueryState>
  )
}

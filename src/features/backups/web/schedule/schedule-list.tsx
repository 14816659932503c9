import { useQuery } from '@tanstack/react-query'
import type { Service } from '#features/services/contract/contract.ts'
import { typeNames } from '#shared/backup-texts.ts'
import { serviceLabel } from '#shared/names/site-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import type { Schedule } from '../../contract/contract.ts'
import { usualSchedule } from '../../contract/schedule.ts'
import { rhythmText } from './rhythms.ts'
import { useSetSchedule } from './use-set-schedule.ts'

type RowProps = { serviceId: string; label: string; isNamed: boolean; schedule: Schedule | undefined }

function Row({ serviceId, label, isNamed, schedule }: RowProps) {
  const { mutate, isPending } = useSetSchedule()
  return (
    <li>
      {isNamed && <strong>{label}</strong>}
      {schedule?.enabled ? (
        <span>
          {rhythmText(schedule)} · {typeNames[schedule.backupType]} · newest {schedule.keep} kept
          {schedule.nextRunAt && (
            <>
              {' '}
              · next <DateTime at={schedule.nextRunAt} as="moment" />
            </>
          )}
        </span>
      ) : (
        <>
          <span>No automatic backups</span>
          <button
            type="button"
            className="row-action"
            aria-label={`Turn on daily backups for ${label}`}
            disabled={isPending}
            onClick={() => mutate({ ...(schedule ?? usualSchedule), serviceId, enabled: true })}
          >
            Turn on {schedule ? schedule.frequency : usualSchedule.frequency} backups
          </button>
        </>
      )}
    </li>
  )
}

/** The schedule of each service, or a button that turns it on. */
export function ScheduleList({ services, isBound }: { services: Service[]; isBound: boolean }) {
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
              serviceId={service.id}
              label={serviceLabel(service, services)}
              isNamed={!isBound}
              schedule={schedules.find(({ serviceId }) => serviceId === service.id)}
            />
          ))}
        </ul>
      )}
    </QueryState>
  )
}

import type { Service } from '#features/services/contract/contract.ts'
import type { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { ClockIcon } from '#web/ui/icons.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { ScheduleList } from './schedule-list.tsx'

const ScheduleDialog = lazyPart(() => import('./schedule-dialog.tsx'), 'ScheduleDialog')

type ScheduleCardProps = {
  services: Service[]
  chosen: string | undefined
  isBound: boolean
  dialog: ReturnType<typeof useDialog<boolean>>
}

/** The backup schedules of the shown services, and a button to change them. */
export function ScheduleCard({ services, chosen, isBound, dialog }: ScheduleCardProps) {
  const shown = chosen === undefined ? services : services.filter(({ id }) => id === chosen)
  return (
    <section className="panel backup-schedule" aria-labelledby="backup-schedule-title">
      <ClockIcon size={22} />
      <div>
        <h2 id="backup-schedule-title">Automated Backup Schedule</h2>
        <p>
          Daily, weekly or monthly automatic backups are available for{' '}
          {isBound ? 'this site' : 'each of your services'}.
        </p>
      </div>
      <button type="button" className="button" onClick={() => dialog.open(true)}>
        Configure Schedule
      </button>
      {shown.length > 0 && <ScheduleList services={shown} isBound={isBound} />}
      {dialog.subject && (
        <ScheduleDialog
          key={dialog.key}
          opened={dialog.isOpen}
          onClose={dialog.close}
          services={services}
          chosen={chosen}
          isBound={isBound}
        />
      )}
    </section>
  )
}

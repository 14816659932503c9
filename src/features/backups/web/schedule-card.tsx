import type { Service } from '#features/services/contract.ts'
import { ClockIcon } from '#web/ui/icons.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'

const ScheduleDialog = lazyPart(() => import('./schedule-dialog.tsx'), 'ScheduleDialog')

/** Says that backups can be made automatically, and opens the schedule. */
export function ScheduleCard({ services, chosen }: { services: Service[]; chosen: string | undefined }) {
  const dialog = useDialog<true>()
  return (
    <section className="panel backup-schedule" aria-labelledby="backup-schedule-title">
      <ClockIcon size={22} />
      <div>
        <h2 id="backup-schedule-title">Automated Backup Schedule</h2>
        <p>Daily, weekly or monthly automatic backups are available for each of your services.</p>
      </div>
      <button type="button" className="button" onClick={() => dialog.open(true)}>
        Configure Schedule
      </button>
      {dialog.subject && (
        <ScheduleDialog
          key={dialog.key}
          opened={dialog.isOpen}
          onClose={dialog.close}
          services={services}
          chosen={chosen}
        />
      )}
    </section>
  )
}

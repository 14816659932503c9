import { serviceLabel } from '#shared/names/site-name.ts'
import { Confirming } from '#web/ui/dialogs/confirming.tsx'
import type { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import type { Service } from '../../../contract/contract.ts'
import type { ServerControl } from './server-control.ts'

type StopDialogProps = { dialog: ReturnType<typeof useDialog<Service>>; control: ServerControl }

/** Asks before stopping a server. */
export function StopDialog({ dialog, control: { stop } }: StopDialogProps) {
  return (
    <Confirming
      dialog={dialog}
      ask={(service) => ({
        title: `Stop ${serviceLabel(service)}?`,
        confirmLabel: 'Stop',
        onConfirm: () => stop.mutateAsync({ id: service.id }),
        children: 'Your site is offline until you start it again.',
      })}
    />
  )
}

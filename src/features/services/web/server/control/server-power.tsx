import { useId } from 'react'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { useDisclosure } from '#web/ui/dialogs/use-disclosure.ts'
import { drawIcon } from '#web/ui/icons.tsx'
import type { Service } from '../../../contract/contract.ts'
import { type PowerAction, powerRefusal } from '../../../contract/power.ts'
import type { ServerControl } from './server-control.ts'
import { StopDialog } from './server-stop.tsx'

const PowerIcon = drawIcon('M12 4v8M7.5 6.8a7 7 0 109 0')

type MenuAction = { label: string; action: PowerAction; onClick: () => void }
type ServerPowerProps = { service: Service; control: ServerControl }

/** The actions that the status allows; a reason shared by all is shown once. */
function Items({
  service,
  items,
  isBusy,
}: {
  service: Service
  items: readonly MenuAction[]
  isBusy: boolean
}) {
  const reasonId = useId()
  const refused = items.map(({ action }) => powerRefusal(action, service.status))
  const isOneReason = refused.every((reason) => reason === refused[0])
  return (
    <ul>
      {items.map(({ label, action, onClick }, place) => {
        const reason = refused[place]
        const id = isOneReason ? reasonId : `${reasonId}-${action}`
        const isSaid = reason !== undefined && (!isOneReason || place === items.length - 1)
        return (
          <li key={action}>
            <button
              type="button"
              disabled={reason !== undefined || isBusy}
              aria-describedby={reason && id}
              onClick={onClick}
            >
              {label}
            </button>
            {isSaid && (
              <p className="server-power-why" id={id}>
                {reason}
              </p>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Start, restart and stop, in the header of every tab; unavailable actions show the reason. */
export function ServerPower({ service, control }: ServerPowerProps) {
  const menu = useDisclosure()
  const dialog = useDialog<Service>()
  const { id } = service
  const status = control.isRestarting ? 'restarting' : service.status
  const isBusy = control.start.isPending || control.stop.isPending || control.restart.isPending
  const closing = (run: () => void) => () => {
    menu.current?.removeAttribute('open')
    menu.current?.querySelector('summary')?.focus()
    run()
  }
  const start = () => control.start.mutate({ id })
  const items: MenuAction[] = [
    { label: 'Start', action: 'start', onClick: closing(start) },
    { label: 'Restart', action: 'restart', onClick: closing(() => control.restart.mutate({ id })) },
    { label: 'Stop…', action: 'stop', onClick: closing(() => dialog.open(service)) },
  ]
  return (
    <>
      {status === 'stopped' && (
        <button type="button" className="button" data-primary="" disabled={isBusy} onClick={start}>
          {control.start.isPending ? 'Starting…' : 'Start'}
        </button>
      )}
      <details className="server-power" ref={menu}>
        <summary className="button">
          <PowerIcon size={16} /> Power
        </summary>
        <Items service={{ ...service, status }} items={items} isBusy={isBusy} />
      </details>
      <StopDialog dialog={dialog} control={control} />
    </>
  )
}

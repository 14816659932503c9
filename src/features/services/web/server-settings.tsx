import { type ReactNode, useId } from 'react'
import { RefreshIcon } from '#web/ui/icons.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { siteName } from '../contract/site-name.ts'
import type { Service } from '../contract.ts'
import type { ServerControl } from './server-control.ts'
import { ServerLog } from './server-log.tsx'

const ConfirmDialog = lazyPart(() => import('#web/ui/confirm-dialog.tsx'), 'ConfirmDialog')

type RowProps = { title: string; text: ReactNode; textId?: string; children: ReactNode }

const Row = ({ title, text, textId, children }: RowProps) => (
  <div className="server-setting">
    <div>
      <h3>{title}</h3>
      <p className="server-quiet" id={textId}>
        {text}
      </p>
    </div>
    <div>{children}</div>
  </div>
)

type SettingsProps = { service: Service; control: ServerControl }

/** Why nothing can be done to the server now; nothing when something can. */
function refusalOf({ status }: Service): string | undefined {
  if (status === 'pending') return 'This service is not active yet.'
  return status === 'suspended' ? 'This service is suspended.' : undefined
}

function Restart({ service, control: { isRestarting, restart } }: SettingsProps) {
  const { id, status } = service
  const refusal = refusalOf(service)
  const isOn = isRestarting || restart.isPending || status === 'restarting'
  return (
    <Row
      title="Restart"
      text={refusal ?? 'Requests that are under way are finished first. Files and settings stay as they are.'}
    >
      <button
        type="button"
        className="button"
        disabled={refusal !== undefined || isOn}
        onClick={() => restart.mutate({ id })}
      >
        <RefreshIcon size={16} /> {isOn ? 'Restarting…' : 'Restart'}
      </button>
    </Row>
  )
}

function StartOrStop({ service, control: { start, stop } }: SettingsProps) {
  const { id, status } = service
  const dialog = useDialog<true>()
  const refusal = refusalOf(service)
  if (status === 'stopped') {
    return (
      <Row title="Start" text="The site answers again as soon as its web server runs.">
        <button
          type="button"
          className="button"
          data-primary=""
          disabled={start.isPending}
          onClick={() => start.mutate({ id })}
        >
          {start.isPending ? 'Starting…' : 'Start'}
        </button>
      </Row>
    )
  }
  return (
    <Row
      title="Stop"
      text={refusal ?? 'The site answers nobody until it is started again. Files, mail and databases stay.'}
    >
      <button
        type="button"
        className="button"
        disabled={refusal !== undefined || stop.isPending}
        onClick={() => dialog.open(true)}
      >
        Stop…
      </button>
      {dialog.subject && (
        <ConfirmDialog
          key={dialog.key}
          opened={dialog.isOpen}
          onClose={dialog.close}
          title="Stop this server?"
          confirmLabel="Stop"
          onConfirm={() => stop.mutateAsync({ id })}
        >
          The site of {siteName(service)} answers nobody until you start it again.
        </ConfirmDialog>
      )}
    </Row>
  )
}

function AutoRestart({ service: { id, autoRestart }, control: { settings } }: SettingsProps) {
  const textId = useId()
  const wanted = settings.isPending ? settings.variables.autoRestart : autoRestart
  return (
    <Row
      title="Auto-restart"
      textId={textId}
      text="Starts the web server again when it crashed, at most 3 times in 15 minutes."
    >
      <label className="server-switch">
        <input
          type="checkbox"
          role="switch"
          aria-checked={wanted}
          aria-label="Auto-restart"
          aria-describedby={textId}
          checked={wanted}
          onChange={(event) => settings.mutate({ id, autoRestart: event.currentTarget.checked })}
        />
        <span aria-hidden="true">{wanted ? 'On' : 'Off'}</span>
      </label>
    </Row>
  )
}

/** How the server is run, and what it wrote. */
export function ServerSettings({ service, control }: SettingsProps) {
  return (
    <>
      <section className="panel server-settings" aria-labelledby="run-title">
        <h2 id="run-title">Running</h2>
        <Restart service={service} control={control} />
        <StartOrStop service={service} control={control} />
        <AutoRestart service={service} control={control} />
      </section>
      <ServerLog service={service} />
    </>
  )
}

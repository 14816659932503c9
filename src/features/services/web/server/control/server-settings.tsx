import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { SettingRow, SettingSwitch } from '#web/ui/forms/setting-row.tsx'
import { RefreshIcon } from '#web/ui/icons.tsx'
import { useFeatures } from '#web/use-features.ts'
import { useViewer } from '#web/viewer.ts'
import type { Service } from '../../../contract/contract.ts'
import { powerRefusal } from '../../../contract/power.ts'
import type { ServerControl } from './server-control.ts'
import { ServerDomain } from './server-domain.tsx'
import { StopDialog } from './server-stop.tsx'
import { SiteNameRow } from './site-name.tsx'

type SettingsProps = { service: Service; control: ServerControl }

function Restart({ service, control: { isRestarting, restart } }: SettingsProps) {
  const { id, status } = service
  const refusal = powerRefusal('restart', status)
  const isOn = isRestarting || restart.isPending || status === 'restarting'
  return (
    <SettingRow
      title="Restart"
      text={refusal ?? 'In-flight requests finish first. Files and settings do not change.'}
    >
      <button
        type="button"
        className="button"
        disabled={refusal !== undefined || isOn}
        onClick={() => restart.mutate({ id })}
      >
        <RefreshIcon size={16} /> {isOn ? 'Restarting…' : 'Restart'}
      </button>
    </SettingRow>
  )
}

function StartOrStop({ service, control }: SettingsProps) {
  const { start, stop } = control
  const { id, status } = service
  const dialog = useDialog<Service>()
  const refusal = powerRefusal('stop', status)
  if (status === 'stopped') {
    return (
      <SettingRow title="Start" text="Your site is back online as soon as its web server is running.">
        <button
          type="button"
          className="button"
          data-primary=""
          disabled={start.isPending}
          onClick={() => start.mutate({ id })}
        >
          {start.isPending ? 'Starting…' : 'Start'}
        </button>
      </SettingRow>
    )
  }
  return (
    <SettingRow
      title="Stop"
      text={refusal ?? 'Your site is offline until you start it again. Its files are safe.'}
    >
      <button
        type="button"
        className="button"
        disabled={refusal !== undefined || stop.isPending}
        onClick={() => dialog.open(service)}
      >
        Stop…
      </button>
      <StopDialog dialog={dialog} control={control} />
    </SettingRow>
  )
}

function AutoRestart({ service: { id, autoRestart }, control: { settings } }: SettingsProps) {
  return (
    <SettingSwitch
      title="Auto-restart"
      text="Restarts the web server after a crash, at most 3 times in 15 minutes."
      isOn={settings.isPending ? settings.variables.autoRestart : autoRestart}
      onSwitch={(isOn) => settings.mutate({ id, autoRestart: isOn })}
    />
  )
}

/** Power and restart settings, name, domain, and price. */
export function ServerSettings({ service, control }: SettingsProps) {
  const Billing = useFeatures().find((feature) => feature.ServiceBilling)?.ServiceBilling
  const isActing = useViewer()?.actingFor !== undefined
  const MembersPanel = useFeatures().find((feature) => feature.MembersPanel)?.MembersPanel
  return (
    <>
      <section className="panel server-settings" aria-labelledby="run-title">
        <h2 id="run-title">Running</h2>
        <Restart service={service} control={control} />
        <StartOrStop service={service} control={control} />
        <AutoRestart service={service} control={control} />
      </section>
      {!isActing && (
        <section className="panel server-settings" aria-labelledby="address-title">
          <h2 id="address-title">Name and address</h2>
          <SiteNameRow service={service} control={control} />
          <ServerDomain service={service} control={control} />
        </section>
      )}
      {MembersPanel && <MembersPanel serviceId={service.id} />}
      {Billing && !isActing && <Billing service={service} />}
    </>
  )
}

import type { InstanceAction } from '#features/cloud-accounts/contract/transitions.ts'
import { texts } from '../../contract/texts.ts'
import type { Instance } from '../contract.ts'
import { type ActionNotice, type useInstanceActions, whyNot } from './use-actions.ts'

const labels: Record<InstanceAction, string> = { start: 'Start', stop: 'Stop', reboot: 'Reboot' }
const actions: InstanceAction[] = ['start', 'stop', 'reboot']

type InstanceActionsProps = { instance: Instance; acting: ReturnType<typeof useInstanceActions> }

/** The three buttons of an instance; one that cannot be used says why, also when pressed. */
export function InstanceActions({ instance, acting }: InstanceActionsProps) {
  const { run, refuse, pendingId } = acting
  const status = pendingId === instance.id ? 'in-progress' : instance.status
  return (
    <>
      {actions.map((action) => {
        const reason = whyNot(action, status)
        return (
          <button
            key={action}
            type="button"
            className="row-action"
            aria-label={`${labels[action]} ${instance.name}`}
            aria-disabled={reason !== undefined}
            aria-description={reason}
            data-tooltip={reason}
            onClick={() => (reason ? refuse(instance.name, reason) : run(action, instance))}
          >
            {labels[action]}
          </button>
        )
      })}
    </>
  )
}

/** The reason why the last press did nothing. */
export function ActionNoticeLine({ notice }: { notice: ActionNotice | null }) {
  if (!notice) return null
  const { kind, name, reason } = notice
  return (
    <p
      className="cloud-notice"
      data-bad={kind === 'failed' || undefined}
      role={kind === 'failed' ? 'alert' : 'status'}
    >
      {kind === 'failed' && <strong>{texts.actionFailed}</strong>}
      <span>
        {name}: {reason ?? 'the portal could not be reached. Please try again.'}
      </span>
    </p>
  )
}

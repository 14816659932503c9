import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { SettingRow, SettingSwitch } from '#web/ui/forms/setting-row.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { showToast } from '#web/ui/overlays/toast.ts'
import { DateTime } from '#web/ui/values/values.tsx'
import type { DomainMailState } from '../../contract/contract.ts'

const RotateDialog = lazyPart(() => import('./dkim-rotate-dialog.tsx'), 'DkimRotateDialog')

type StateProps = { state: DomainMailState }

/** Advanced settings of a domain's mail, collapsed. */
export const DomainAdvanced = ({ state }: StateProps) => (
  <details className="email-advanced">
    <summary>Advanced</summary>
    <p className="quiet">These settings apply to every address at {state.name}.</p>
    <div>
      <Greylisting state={state} />
      <CatchAll state={state} />
      <DkimKey state={state} />
    </div>
  </details>
)

function useDomainMailChange({ name }: DomainMailState) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return useMutation(
    trpc.email.domainMail.set.mutationOptions({
      meta: { failure: 'Error' },
      onSuccess: () =>
        showToast({ title: 'Settings updated', description: `They apply to every address at ${name}.` }),
      onSettled: () => queryClient.invalidateQueries(trpc.email.domainMail.pathFilter()),
    }),
  )
}

function Greylisting({ state }: StateProps) {
  const { id, greylisting } = state
  const change = useDomainMailChange(state)
  const wanted = change.isPending ? change.variables.greylisting : undefined
  return (
    <SettingSwitch
      title="Greylisting"
      text="First-time senders are delayed by a few minutes, which stops most spam."
      isOn={wanted ?? greylisting}
      onSwitch={(isOn) => change.mutate({ id, greylisting: isOn })}
    />
  )
}

const nobody = ''

function CatchAll({ state }: StateProps) {
  const { id, catchAllId } = state
  const trpc = useTRPC()
  const accounts = useQuery(trpc.email.list.queryOptions({})).data ?? []
  const change = useDomainMailChange(state)
  const wanted = change.isPending ? change.variables.catchAllId : undefined
  const caught = wanted === undefined ? catchAllId : wanted
  return (
    <SettingRow title="Catch-all" text="Where mail to unknown addresses goes.">
      <select
        className="control"
        aria-label="Catch-all"
        value={caught ?? nobody}
        onChange={({ currentTarget: { value } }) =>
          change.mutate({ id, catchAllId: value === nobody ? null : value })
        }
      >
        <option value={nobody}>Reject it</option>
        {accounts
          .filter(({ domainId, type }) => domainId === id && type === 'mailbox')
          .map((account) => (
            <option key={account.id} value={account.id}>
              {account.email}
            </option>
          ))}
      </select>
    </SettingRow>
  )
}

function DkimKey({ state: { id, name, selector, rotatedAt } }: StateProps) {
  const dialog = useDialog<true>()
  return (
    <SettingRow
      title="DKIM key"
      text={
        <>
          Outgoing mail is signed with the key <span className="mono">{selector}</span>
          {rotatedAt && (
            <>
              , in use since <DateTime at={rotatedAt} />
            </>
          )}
          .
        </>
      }
    >
      <button type="button" className="button" onClick={() => dialog.open(true)}>
        Rotate the key…
      </button>
      {dialog.subject && (
        <RotateDialog key={dialog.key} id={id} name={name} opened={dialog.isOpen} onClose={dialog.close} />
      )}
    </SettingRow>
  )
}

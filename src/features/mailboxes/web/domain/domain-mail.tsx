import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { showName } from '#shared/names/show-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { SettingRow, SettingSwitch } from '#web/ui/forms/setting-row.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { showToast } from '#web/ui/overlays/toast.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import type { DomainMailState } from '../../contract.ts'
import { DnsCheck } from './dns-check.tsx'

const dialogs = {
  setup: lazyPart(() => import('./domain-mail-dialog.tsx'), 'DomainMailDialog'),
  rotate: lazyPart(() => import('./dkim-rotate-dialog.tsx'), 'DkimRotateDialog'),
}

/** Mail of the account's whole domain: what the DNS says of it, and what is done with its mail. */
export function DomainMail({ domainId }: { domainId: string }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.email.domainMail.state.queryOptions({ id: domainId }))
  return (
    <QueryState query={query} what="Mail of the domain" loadingText="Asking the DNS...">
      {(state) => (
        <>
          <section aria-label={`DNS of ${showName(state.name)}`}>
            <div className="email-section-head">
              <h3>DNS of {showName(state.name)}</h3>
              <button
                type="button"
                className="button"
                aria-disabled={query.isFetching}
                onClick={() => !query.isFetching && void query.refetch()}
              >
                Check again
              </button>
            </div>
            {state.checks.map((check) => (
              <DnsCheck key={check.what} check={check} />
            ))}
          </section>
          <DomainSettings state={state} />
        </>
      )}
    </QueryState>
  )
}

function DomainSettings({ state }: { state: DomainMailState }) {
  const { id, isMailOn, selector, rotatedAt } = state
  const name = showName(state.name)
  const dialog = useDialog<keyof typeof dialogs>()
  const Dialog = dialog.subject && dialogs[dialog.subject]
  return (
    <section aria-label={`Mail of ${name}`}>
      <h3>For all addresses of {name}</h3>
      <SettingRow
        title="Records of mail"
        text={
          isMailOn
            ? 'They lead mail here, and let others see that what you send is genuine.'
            : 'Until they are there, other servers do not know where to deliver mail.'
        }
      >
        <button
          type="button"
          className="button"
          {...(isMailOn ? {} : { 'data-primary': '' })}
          onClick={() => dialog.open('setup')}
        >
          {isMailOn ? 'Check the records…' : 'Set up mail for this domain'}
        </button>
      </SettingRow>
      {isMailOn && (
        <SettingRow
          title="DKIM key"
          text={
            <>
              What is sent is signed with the key <span className="mono">{selector}</span>
              {rotatedAt && (
                <>
                  , in use since <DateTime at={rotatedAt} />
                </>
              )}
              .
            </>
          }
        >
          <button type="button" className="button" onClick={() => dialog.open('rotate')}>
            Rotate the key…
          </button>
        </SettingRow>
      )}
      <DomainSwitches state={state} />
      {Dialog && (
        <Dialog key={dialog.key} id={id} name={name} opened={dialog.isOpen} onClose={dialog.close} />
      )}
    </section>
  )
}

const nobody = ''

function DomainSwitches({ state }: { state: DomainMailState }) {
  const { id, name, greylisting, catchAllId } = state
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const accounts = useQuery(trpc.email.list.queryOptions({})).data ?? []
  const change = useMutation(
    trpc.email.domainMail.set.mutationOptions({
      meta: { failure: 'Error' },
      onSuccess: () =>
        showToast({ title: 'Settings updated', description: `They hold for all of ${showName(name)}.` }),
      onSettled: () => queryClient.invalidateQueries(trpc.email.domainMail.pathFilter()),
    }),
  )
  const wanted = change.isPending ? change.variables : undefined
  const caught = wanted?.catchAllId === undefined ? catchAllId : wanted.catchAllId
  return (
    <>
      <SettingSwitch
        title="Greylisting"
        text="Servers that write for the first time are asked to come back a few minutes later, which most spammers do not. Their first message is late by that."
        isOn={wanted?.greylisting ?? greylisting}
        onSwitch={(isOn) => change.mutate({ id, greylisting: isOn })}
      />
      <SettingRow title="Catch-all" text={`Takes mail for addresses of ${showName(name)} that nobody has.`}>
        <select
          className="control"
          aria-label="Catch-all"
          value={caught ?? nobody}
          onChange={({ currentTarget: { value } }) =>
            change.mutate({ id, catchAllId: value === nobody ? null : value })
          }
        >
          <option value={nobody}>Nobody: refuse it</option>
          {accounts
            .filter(({ domainId, type }) => domainId === id && type === 'mailbox')
            .map((account) => (
              <option key={account.id} value={account.id}>
                {account.email}
              </option>
            ))}
        </select>
      </SettingRow>
    </>
  )
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { isEnded } from '#features/services/contract/ended.ts'
import { showName } from '#shared/names/show-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { SettingRow, SettingSwitch } from '#web/ui/forms/setting-row.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { showToast } from '#web/ui/overlays/toast.ts'
import { DateTime } from '#web/ui/values/values.tsx'
import { useFeatures } from '#web/use-features.ts'
import type { Domain } from '../../contract/contract.ts'
import { external } from '../../contract/registrar.ts'
import { texts } from '../../contract/texts.ts'

const WwwSetting = lazyPart(() => import('./www-setting.tsx'), 'WwwSetting')
const RemoveDialog = lazyPart(() => import('./domain-remove-dialog.tsx'), 'DomainRemoveDialog')
const TransferDialog = lazyPart(() => import('./transfer-dialog.tsx'), 'TransferDialog')

type Switch = {
  setting: 'autoRenew' | 'privacy' | 'transferLock'
  title: string
  text: string
  words: readonly [on: string, off: string]
}

const switches: readonly Switch[] = [
  {
    setting: 'autoRenew',
    title: 'Auto-renewal',
    text: 'Renew automatically every year.',
    words: ['On', 'Off'],
  },
  {
    setting: 'privacy',
    title: 'Privacy protection',
    text: 'Hide your name and address in public registration data.',
    words: ['Active', 'Inactive'],
  },
  {
    setting: 'transferLock',
    title: 'Transfer lock',
    text: 'Block transfers to another registrar.',
    words: ['Enabled', 'Disabled'],
  },
]

/** An optimistic switch that reverts if the server refuses. */
function DomainSwitch({ domain, choice }: { domain: Domain; choice: Switch }) {
  const trpc = useTRPC()
  const { setting, title, text, words } = choice
  const queryClient = useQueryClient()
  const change = useMutation(
    trpc.domains.settings.mutationOptions({
      meta: { failure: texts.error },
      onSuccess: (stored) =>
        showToast({
          title: 'Settings updated',
          description: `${title} is ${stored[setting] ? 'on' : 'off'}.`,
        }),
      onSettled: () => queryClient.invalidateQueries(trpc.domains.pathFilter()),
    }),
  )
  const pending = change.isPending ? change.variables[setting] : undefined
  return (
    <SettingSwitch
      title={title}
      text={text}
      words={words}
      isOn={pending ?? domain[setting]}
      onSwitch={(isOn) => change.mutate({ id: domain.id, [setting]: isOn })}
    />
  )
}

/** Settings for renewal and serving, and the transfer. */
export function SettingsTab({ domain }: { domain: Domain }) {
  return (
    <>
      <div>
        {domain.registrar === external ? <Connected domain={domain} /> : <Registered domain={domain} />}
        <WwwSetting domain={domain} />
      </div>
      <Facts domain={domain} />
    </>
  )
}

function Registered({ domain }: { domain: Domain }) {
  const dialog = useDialog<true>()
  const Billing = useFeatures().find((feature) => feature.DomainBilling)?.DomainBilling
  const { id, name, expires, serviceId } = domain
  const trpc = useTRPC()
  const hasEnded = isEnded(useQuery(trpc.servers.list.queryOptions()).data, serviceId)
  return (
    <>
      {Billing && expires && !hasEnded && <Billing domain={{ id, name, expires }} />}
      {switches.map((choice) => (
        <DomainSwitch key={choice.setting} domain={domain} choice={choice} />
      ))}
      <SettingRow title="Transfer" text="Move the domain to another registrar with a transfer code.">
        <button type="button" className="button" onClick={() => dialog.open(true)}>
          Transfer Domain
        </button>
      </SettingRow>
      {dialog.subject && (
        <TransferDialog key={dialog.key} domain={domain} opened={dialog.isOpen} onClose={dialog.close} />
      )}
    </>
  )
}

function Connected({ domain }: { domain: Domain }) {
  const dialog = useDialog<true>()
  return (
    <>
      <p className="domain-text">
        {showName(domain.name)} is registered with another registrar. Renewal, privacy and transfer lock are
        managed there.
      </p>
      <SettingRow title="Remove" text="Remove the domain and its DNS records from this portal.">
        <button type="button" className="button" onClick={() => dialog.open(true)}>
          Remove…
        </button>
      </SettingRow>
      {dialog.subject && (
        <RemoveDialog key={dialog.key} domain={domain} opened={dialog.isOpen} onClose={dialog.close} />
      )}
    </>
  )
}

const registrars = new Map([
  ['local', 'Test registrar (this portal only)'],
  [external, 'Another registrar'],
])

function Facts({ domain: { registrar, createdAt, expires, serviceId } }: { domain: Domain }) {
  const trpc = useTRPC()
  const services = useQuery(trpc.servers.list.queryOptions()).data ?? []
  // The row about its next year shows the same, and knows whether this one is paid.
  const isBilled = useFeatures().some((feature) => feature.DomainBilling) && !isEnded(services, serviceId)
  return (
    <dl className="domain-facts">
      {registrar && (
        <div>
          <dt>Registrar</dt>
          <dd>{registrars.get(registrar) ?? registrar}</dd>
        </div>
      )}
      <div>
        <dt>Added</dt>
        <dd>
          <DateTime at={createdAt} />
        </dd>
      </div>
      {expires && !isBilled && (
        <div>
          <dt>Expires</dt>
          <dd>
            <DateTime at={expires} />
          </dd>
        </div>
      )}
    </dl>
  )
}

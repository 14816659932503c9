import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { Dnssec } from '#features/domains/contract/dnssec.ts'
import { showName } from '#shared/names/show-name.ts'
import type { DomainCertificateProps } from '#web/feature.ts'
import { useTRPC } from '#web/trpc.ts'
import { Confirming } from '#web/ui/dialogs/confirming.tsx'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { showToast } from '#web/ui/overlays/toast.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import { CopyValue } from '#web/ui/values/copy-value.tsx'

type Domain = DomainCertificateProps['domain']

const DisableDialog = lazyPart(() => import('./dnssec-disable-dialog.tsx'), 'DnssecDisableDialog')

/** Whether the domain is signed, and the DS record for its registrar. */
export function DnssecSection({ domain }: { domain: Domain }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.domains.dnssec.get.queryOptions({ id: domain.id }))
  const titleId = useId()
  return (
    <section className="domain-dnssec" aria-labelledby={titleId}>
      <h3 id={titleId}>DNSSEC</h3>
      <QueryState query={query} what="The state of DNSSEC" loadingText="Loading DNSSEC...">
        {(dnssec) => <State domain={domain} dnssec={dnssec} />}
      </QueryState>
    </section>
  )
}

function State({ domain, dnssec: { enabled, ds, message } }: { domain: Domain; dnssec: Dnssec }) {
  const trpc = useTRPC()
  const { id } = domain
  const dialog = useDialog<true>()
  const enabling = useDialog<true>()
  const name = showName(domain.name)
  const queryClient = useQueryClient()
  const enable = useMutation(
    trpc.domains.dnssec.set.mutationOptions({
      meta: { failure: 'Error' },
      onSuccess: () =>
        showToast({
          title: 'DNSSEC enabled',
          description: `Next, add the DS record of ${name} at your registrar.`,
        }),
      onSettled: () => queryClient.invalidateQueries(trpc.domains.pathFilter()),
    }),
  )
  const askEnable = () => ({
    title: `Enable DNSSEC for ${name}?`,
    confirmLabel: 'Enable DNSSEC',
    onConfirm: () => enable.mutateAsync({ id, enable: true }),
    children: <EnableText name={name} />,
  })
  return (
    <>
      <div className="domain-ssl">
        <p className="domain-text">{message}</p>
        {enabled ? (
          <button type="button" className="button" onClick={() => dialog.open(true)}>
            Disable DNSSEC
          </button>
        ) : (
          <button type="button" className="button" onClick={() => enabling.open(true)}>
            Enable DNSSEC
          </button>
        )}
      </div>
      {ds.map(({ keyTag, text }) => (
        <CopyValue key={keyTag} label="the DS record" value={text} />
      ))}
      <Confirming dialog={enabling} ask={askEnable} />
      {dialog.subject && (
        <DisableDialog key={dialog.key} domain={domain} opened={dialog.isOpen} onClose={dialog.close} />
      )}
    </>
  )
}

/** Warnings and the steps at the registrar. */
const EnableText = ({ name }: { name: string }) => (
  <div className="domain-warning">
    <p className="domain-text">
      We sign the DNS answers of {name}. You then get a DS record to add at your registrar.
    </p>
    <p className="domain-text">
      A wrong DS record, or one that stays after DNSSEC is turned off, takes {name} off the internet. Copy the
      record exactly, and only enable DNSSEC while {name} uses our name servers.
    </p>
  </div>
)

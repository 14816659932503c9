import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { showName } from '#shared/names/show-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { showToast } from '#web/ui/overlays/toast.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import type { Dnssec } from '../../contract/dnssec.ts'
import { texts } from '../../contract/texts.ts'
import type { Domain } from '../../contract.ts'
import { RecordValue } from '../records/record-list.tsx'

const DisableDialog = lazyPart(() => import('./dnssec-disable-dialog.tsx'), 'DnssecDisableDialog')

/** Whether the answers for the domain are signed, and the record that its registrar has to publish. */
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
  const queryClient = useQueryClient()
  const enable = useMutation(
    trpc.domains.dnssec.set.mutationOptions({
      meta: { failure: texts.error },
      onSuccess: () => showToast({ title: 'DNSSEC enabled', description: showName(domain.name) }),
      onSettled: () => queryClient.invalidateQueries(trpc.domains.pathFilter()),
    }),
  )
  return (
    <>
      <div className="domain-ssl">
        <p className="domain-text">{message}</p>
        {enabled ? (
          <button type="button" className="button" onClick={() => dialog.open(true)}>
            Disable DNSSEC
          </button>
        ) : (
          <button
            type="button"
            className="button"
            disabled={enable.isPending}
            onClick={() => enable.mutate({ id, enable: true })}
          >
            Enable DNSSEC
          </button>
        )}
      </div>
      {ds.map(({ keyTag, text }) => (
        <RecordValue key={keyTag} label="the DS record" value={text} />
      ))}
      {dialog.subject && (
        <DisableDialog key={dialog.key} domain={domain} opened={dialog.isOpen} onClose={dialog.close} />
      )}
    </>
  )
}

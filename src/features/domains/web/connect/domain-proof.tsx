import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { showName } from '#shared/names/show-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { texts } from '../../contract/texts.ts'
import type { Domain } from '../../contract.ts'
import { RecordValue } from '../records/record-list.tsx'

/** How a customer proves that a name is theirs, what was last found, and the way to look again. */
export function DomainProof({ domain }: { domain: Domain }) {
  const trpc = useTRPC()
  const { id, name, challenge, nameservers, problem } = domain
  const titleId = useId()
  const queryClient = useQueryClient()
  const verify = useMutation(
    trpc.domains.verify.mutationOptions({
      meta: { failure: texts.error },
      onSuccess: ({ verified, message }) => {
        if (verified) showToast({ title: 'Domain connected', description: message })
      },
      onSettled: () => queryClient.invalidateQueries(trpc.domains.pathFilter()),
    }),
  )
  if (!challenge) return null
  const found = verify.data?.message ?? problem
  return (
    <section className="domain-proof" aria-labelledby={titleId}>
      <h3 id={titleId}>Prove that this name is yours</h3>
      <p className="domain-text">
        Add this record where the DNS of {showName(name)} is kept now. Until it is found, the records below
        are not answered for.
      </p>
      <dl className="domain-facts">
        <div>
          <dt>Type</dt>
          <dd className="mono">{challenge.type}</dd>
        </div>
        <div>
          <dt>Name</dt>
          <dd>
            <RecordValue label="the name of the record" value={challenge.name} />
          </dd>
        </div>
        <div>
          <dt>Value</dt>
          <dd>
            <RecordValue label="the record" value={challenge.value} />
          </dd>
        </div>
      </dl>
      <p className="domain-text">
        Or make these the name servers of {showName(name)} at its registrar, and no others:
      </p>
      <div>
        {nameservers.map((host) => (
          <RecordValue key={host} label="the name server" value={host} />
        ))}
      </div>
      <div className="domain-proof-check">
        <button
          type="button"
          className="button"
          data-primary=""
          aria-disabled={verify.isPending}
          onClick={() => !verify.isPending && verify.mutate({ id })}
        >
          {verify.isPending ? 'Checking…' : 'Check now'}
        </button>
        <p className="quiet" role="status">
          {found ?? 'The portal looks for it by itself, often in the first hour and hourly for 30 days.'}
        </p>
      </div>
    </section>
  )
}

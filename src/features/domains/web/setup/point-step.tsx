import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showName } from '#shared/names/show-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { CopyValue } from '#web/ui/values/copy-value.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import type { Domain } from '../../contract/contract.ts'
import { texts } from '../../contract/texts.ts'
import { type ExpectedRecord, expectedRecords } from './expected-records.ts'
import { SeenMark } from './seen-mark.tsx'
import type { PointingState } from './use-pointing.ts'

export type PointStepProps = { domain: Domain; pointing: PointingState }

/** The records to set at the registrar, their state in the DNS, and a button to check again. */
export function PointStep({ domain, pointing }: PointStepProps) {
  const { name, challenge, address, nameservers } = domain
  const { view } = pointing
  return (
    <>
      <p className="domain-text">
        {challenge ? 'Add these records' : 'Set these records'} at your current DNS provider. Registrars call
        the name of a record “Host”.
      </p>
      <ul className="domain-expected">
        {expectedRecords(domain).map((expected) => (
          <ExpectedRow key={expected.name + expected.type} expected={expected} view={view} />
        ))}
      </ul>
      {address === null && (
        <p className="domain-text quiet">
          Your host has not set a public server address yet, so there is no A record to add. Ask your host, or
          use the name servers below.
        </p>
      )}
      <p className="domain-text">Or switch to our name servers at your registrar (remove the old ones):</p>
      <ul className="domain-expected">
        <li>
          <div className="domain-expected-values">
            {nameservers.map((host) => (
              <CopyValue key={host} label="the name server" value={host} />
            ))}
          </div>
          {view && <SeenMark state={view.nameservers.state} found={view.nameservers.found} />}
        </li>
      </ul>
      <p className="domain-text quiet">
        {challenge
          ? 'Your DNS records go live once we find them. We check automatically: every few minutes for an hour, then hourly for 30 days.'
          : `${showName(name)} is verified. We check automatically, and HTTPS follows.`}
      </p>
      <Check domain={domain} pointing={pointing} />
    </>
  )
}

type ExpectedProps = { expected: ExpectedRecord; view: PointingState['view'] }

function ExpectedRow({ expected: { type, host, name, value }, view }: ExpectedProps) {
  const seen = view?.records.find((record) => record.type === type && record.name === name)
  return (
    <li>
      <span className="domain-type">{type}</span>
      <div className="domain-expected-values">
        <span className="domain-expected-label">Host</span>
        <CopyValue label={`the host of the ${type} record`} value={host} />
        <span className="domain-expected-label">Value</span>
        <CopyValue label={`the ${type} record of ${showName(name)}`} value={value} />
      </div>
      <SeenMark state={seen?.state} found={seen?.found ?? []} />
    </li>
  )
}

function Check({ domain: { id, challenge, problem }, pointing: { view, query } }: PointStepProps) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const verify = useMutation(
    trpc.domains.verify.mutationOptions({
      meta: { failure: texts.error },
      onSuccess: ({ verified, message }) => {
        if (verified) showToast({ title: 'Domain connected', description: message })
      },
      onSettled: () =>
        Promise.all([queryClient.invalidateQueries(trpc.domains.pathFilter()), query.refetch()]),
    }),
  )
  const isBusy = verify.isPending || query.isFetching
  const check = () => {
    if (isBusy) return
    if (challenge) verify.mutate({ id })
    else void query.refetch()
  }
  return (
    <div className="domain-setup-check">
      <button type="button" className="button" data-primary="" aria-disabled={isBusy} onClick={check}>
        {verify.isPending ? 'Checking…' : 'Check now'}
      </button>
      <div>
        <p className="domain-text" role="status">
          {(challenge && verify.data?.message) ?? view?.problem ?? problem}
        </p>
        {view && (
          <p className="quiet">
            Checked <DateTime at={view.checkedAt} as="relative" />.
          </p>
        )}
      </div>
    </div>
  )
}

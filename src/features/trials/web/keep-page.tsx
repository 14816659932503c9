import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { formatBytes } from '#shared/bytes.ts'
import { countText } from '#shared/text/count-text.ts'
import { useTRPC } from '#web/trpc.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ExternalIcon } from '#web/ui/icons.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import type { Trial } from '../contract/contract.ts'

/** Guides a visitor from a temporary site to a service that takes it over. */
export function KeepPage() {
  const trpc = useTRPC()
  const query = useQuery(trpc.trials.current.queryOptions())
  return (
    <>
      <PageHeader title="Keep your site" />
      <QueryState
        query={query}
        what="Your temporary site"
        loadingText="Loading your site..."
        isEmpty={({ trial }) => trial === null}
        empty={
          <EmptyState
            title="No temporary site"
            text="Your temporary site has expired, or is on your service already. You can upload your site to any of your services."
          />
        }
      >
        {({ trial }) => trial && <Kept trial={trial} />}
      </QueryState>
    </>
  )
}

function Kept({ trial }: { trial: Trial }) {
  const { url, files, bytes, expiresAt, state, problem } = trial
  return (
    <section className="trial-kept panel" aria-label="Your temporary site">
      {url && (
        <p className="trial-address">
          <a href={url} target="_blank" rel="noreferrer">
            {url}
          </a>
          <ExternalIcon size={14} />
        </p>
      )}
      <p className="trial-quiet">
        {countText(files, 'file')}, {formatBytes(bytes)}
      </p>
      {problem ? (
        <p role="alert">
          This site could not be moved to your service: {problem} It expires on{' '}
          <DateTime at={expiresAt} as="moment" />.
        </p>
      ) : (
        <NextStep state={state} name={trial.name} expiresAt={expiresAt} />
      )}
    </section>
  )
}

function NextStep({ state, name, expiresAt }: Pick<Trial, 'state' | 'name' | 'expiresAt'>) {
  if (state === 'ordered')
    return (
      <>
        <p>
          Your order is in review. Once it is approved, this site moves to your service automatically. Until
          then it stays at this address, until <DateTime at={expiresAt} as="moment" /> at the latest.
        </p>
        <p className="public-actions">
          <Link to="/pending-activation" className="button">
            See your order
          </Link>
        </p>
      </>
    )
  return (
    <>
      <p>
        Choose a plan. Once your order is approved, this site moves to your service automatically. Without an
        order it expires on <DateTime at={expiresAt} as="moment" />.
      </p>
      <p className="public-actions">
        <KeepButton name={name} />
      </p>
    </>
  )
}

function KeepButton({ name }: { name: string }) {
  const trpc = useTRPC()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const keep = useMutation(
    trpc.trials.keep.mutationOptions({
      meta: { failure: 'The site could not be saved' },
      onSuccess: (trial) => {
        queryClient.setQueryData(trpc.trials.current.queryKey(), { trial })
        return navigate({ to: '/select-plan' })
      },
    }),
  )
  return (
    <button
      type="button"
      className="button"
      data-primary=""
      disabled={keep.isPending}
      onClick={() => keep.mutate({ name })}
    >
      Choose a plan
    </button>
  )
}

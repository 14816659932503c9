import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { DateTime } from '#web/ui/values/values.tsx'

const DeletionDialog = lazyPart(() => import('./deletion-dialog.tsx'), 'DeletionDialog')

/** Offers to delete the account, with 14 days to cancel. */
export function DeletionSection() {
  const query = useQuery(useTRPC().account.deletion.read.queryOptions())
  return (
    <section className="data-section" aria-labelledby="deletion-title">
      <h2 id="deletion-title">Delete your account</h2>
      <QueryState query={query} what="Your account status" loadingText="Loading...">
        {({ status, endsAt }) =>
          status === 'waiting' && endsAt ? (
            <p>
              Your account will be deleted on <DateTime at={endsAt} as="moment" />. Until then everything
              works as before.
            </p>
          ) : (
            <Offer />
          )
        }
      </QueryState>
    </section>
  )
}

function Offer() {
  const dialog = useDialog<true>()
  return (
    <>
      <p>
        Your account and everything in it will be deleted 14 days after your request. You can cancel until
        then.
      </p>
      <div className="data-buttons">
        <button type="button" className="button" onClick={() => dialog.open(true)}>
          Delete my account…
        </button>
      </div>
      {dialog.subject && <DeletionDialog key={dialog.key} opened={dialog.isOpen} onClose={dialog.close} />}
    </>
  )
}

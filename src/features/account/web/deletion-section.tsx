import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { DateTime } from '#web/ui/values/values.tsx'

const DeletionDialog = lazyPart(() => import('./deletion-dialog.tsx'), 'DeletionDialog')

/** The way out, with 14 days to turn back. */
export function DeletionSection() {
  const query = useQuery(useTRPC().account.deletion.read.queryOptions())
  return (
    <section className="data-section" aria-labelledby="deletion-title">
      <h2 id="deletion-title">Delete your account</h2>
      <QueryState query={query} what="The state of your account" loadingText="Loading...">
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
        Your account is deleted 14 days after you ask for it, with everything that you have here. Until then
        you can keep it.
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

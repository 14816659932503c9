import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '#web/trpc.ts'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { Drawer } from '#web/ui/dialogs/modal.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { showToast } from '#web/ui/overlays/toast.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import { StatementList } from './statement-list.tsx'

type HistoryDrawerProps = {
  opened: boolean
  onClose: () => void
  databaseId: string
  /** Puts a statement into the editor. */
  onChoose: (statement: string) => void
}

/** The statements run in a database, newest first; a click puts one back into the editor. */
export function HistoryDrawer({ opened, onClose, databaseId: id, onChoose }: HistoryDrawerProps) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const query = useQuery(trpc.databases.sql.history.queryOptions({ id }))
  const [isAsking, setAsking] = useState(false)
  const clear = useMutation(
    trpc.databases.sql.clearHistory.mutationOptions({
      meta: { failure: 'The history could not be cleared' },
      onSuccess: async () => {
        showToast({ title: 'History Cleared' })
        await queryClient.invalidateQueries(trpc.databases.sql.history.queryFilter({ id }))
      },
    }),
  )
  const choose = (statement: string) => {
    onChoose(statement)
    onClose()
  }
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      title="History"
      transitionProps={{ duration: 0 }}
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': 'Close: History' }}
    >
      <QueryState
        query={query}
        what="The history"
        loadingText="Loading history..."
        empty={<EmptyState title="Nothing yet" text="Your last 100 statements appear here." />}
      >
        {(all) => (
          <>
            <button type="button" className="button" onClick={() => setAsking(true)}>
              Clear history
            </button>
            <StatementList statements={all} onChoose={choose} />
          </>
        )}
      </QueryState>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title="Clear History"
        confirmLabel="Clear History"
        onConfirm={() => clear.mutateAsync({ id })}
      >
        This clears the list of statements you ran here. Their effects remain.
      </ConfirmDialog>
    </Drawer>
  )
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '#web/trpc.ts'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { Drawer } from '#web/ui/dialogs/modal.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { showToast } from '#web/ui/overlays/toast.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import { DateTime } from '#web/ui/values/values.tsx'

type HistoryDrawerProps = {
  opened: boolean
  onClose: () => void
  databaseId: string
  /** Takes a statement into the editor. */
  onChoose: (statement: string) => void
}

/** What was run in a database, newest first; a press puts it into the editor again. */
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
        empty={<EmptyState title="Nothing yet" text="The newest 100 statements are kept here." />}
      >
        {(all) => (
          <>
            <button type="button" className="button" onClick={() => setAsking(true)}>
              Clear history
            </button>
            <ul className="console-history">
              {all.map(({ id: entry, statement, isRefused, durationMs, ranAt }) => (
                <li key={entry}>
                  <button type="button" onClick={() => choose(statement)}>
                    <code>{statement.trim().slice(0, 240)}</code>
                    <span className="console-quiet">
                      <DateTime at={ranAt} as="moment" />, {durationMs.toLocaleString('en-IN')} ms
                      {isRefused && <span className="console-refused">, refused</span>}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
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
        The statements that were run in this database are forgotten. What they did stays.
      </ConfirmDialog>
    </Drawer>
  )
}

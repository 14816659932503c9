import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#web/ui/overlays/toast.ts'
import type { Rows } from '../../contract/contract.ts'
import { keyOf, knownValues, nameOf, type Row, type RowPlace } from './row-values.ts'

type RowDeleteDialogProps = { opened: boolean; onClose: () => void; at: RowPlace; rows: Rows; row: Row }

/** Confirms the deletion of a row. */
export function RowDeleteDialog({ opened, onClose, at, rows, row }: RowDeleteDialogProps) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const remove = useMutation(
    trpc.databases.sql.deleteRow.mutationOptions({
      meta: { failure: 'The row could not be deleted' },
      onSuccess: async () => {
        showToast({ title: 'Row Deleted' })
        await queryClient.invalidateQueries(trpc.databases.sql.rows.queryFilter({ id: at.id }))
      },
    }),
  )
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Delete Row"
      confirmLabel="Delete Row"
      onConfirm={() => remove.mutateAsync({ ...at, key: keyOf(rows, row), old: knownValues(rows, row) })}
    >
      The row with {nameOf(rows, row)} is permanently deleted from {at.table}.
    </ConfirmDialog>
  )
}

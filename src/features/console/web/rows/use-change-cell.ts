import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import type { RowColumn, Rows } from '../../contract/contract.ts'
import { keyOf, knownValues, type Row, type RowPlace } from './row-values.ts'

/** Stores one value and refreshes the row. Shows the reason of a refusal and returns false. */
export function useChangeCell(at: RowPlace, rows: Rows) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const change = useMutation(
    trpc.databases.sql.changeRow.mutationOptions({
      meta: { failure: 'The row could not be changed' },
      onSuccess: () => queryClient.invalidateQueries(trpc.databases.sql.rows.queryFilter({ id: at.id })),
    }),
  )
  return (row: Row, { name }: RowColumn, value: string | null): Promise<boolean> =>
    change
      .mutateAsync({ ...at, key: keyOf(rows, row), old: knownValues(rows, row), set: { [name]: value } })
      .then(
        () => true,
        () => false,
      )
}

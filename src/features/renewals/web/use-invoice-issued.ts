import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { formatAmount } from '#shared/money/money.ts'
import { formatDate } from '#shared/time.ts'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import type { renewOutput } from '../contract/contract.ts'

/** Reports the amount due on a new invoice, and reloads the data it changed. */
export function useInvoiceIssued() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return {
    onSuccess({ number, amount, dueAt }: z.output<typeof renewOutput>) {
      showToast(
        amount > 0
          ? {
              title: `${number} issued`,
              description: `${formatAmount(amount)}, due by ${formatDate(dueAt)}.`,
            }
          : { title: `${number} is paid`, description: 'Your credit covered it.' },
      )
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries(trpc.renewals.pathFilter()),
        queryClient.invalidateQueries(trpc.billing.pathFilter()),
      ]),
  }
}

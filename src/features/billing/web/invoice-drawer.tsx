import { useQuery } from '@tanstack/react-query'
import { useCallAddress } from '#web/lib/calls/use-call-address.ts'
import { useTRPC } from '#web/trpc.ts'
import { Drawer } from '#web/ui/dialogs/modal.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { useFeatures } from '#web/use-features.ts'
import { InvoiceSheet } from './invoice-sheet.tsx'

type InvoiceDrawerProps = { id: string; opened: boolean; onClose: () => void }

/** One invoice of the customer with its lines, tax and payments. */
export function InvoiceDrawer({ id, opened, onClose }: InvoiceDrawerProps) {
  const trpc = useTRPC()
  const callAddress = useCallAddress()
  const PayPanel = useFeatures().find((feature) => feature.PayPanel)?.PayPanel
  const query = useQuery(trpc.billing.get.queryOptions({ id }))
  const title = query.data?.number ?? 'Invoice'
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="lg"
      title={title}
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': `Close: ${title}` }}
    >
      <QueryState query={query} what="The invoice" loadingText="Loading invoice...">
        {(invoice) => (
          <>
            {PayPanel && invoice.due > 0 && <PayPanel kind="invoice" id={id} />}
            <InvoiceSheet invoice={invoice} pdf={callAddress(`/api/invoices/${id}/pdf`)} />
          </>
        )}
      </QueryState>
    </Drawer>
  )
}

import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAskedDialog } from '#web/ui/dialogs/use-asked-dialog.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'

const route = getRouteApi('/signed-in/shell/profile/billing')

const InvoiceDrawer = lazyPart(() => import('./invoice-drawer.tsx'), 'InvoiceDrawer')

/** The drawer with the invoice in the address, and a function that opens another. */
export function useInvoiceDrawer(): { drawer: ReactNode; open: (id: string) => void } {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const close = () =>
    void navigate({ search: ({ invoice: _, ...rest }) => rest, replace: true, resetScroll: false })
  const asked = useAskedDialog({
    isAsked: search.invoice !== undefined,
    subject: search.invoice ?? '',
    forget: close,
  })
  return {
    open: (invoice) => void navigate({ search: (kept) => ({ ...kept, invoice }), resetScroll: false }),
    drawer: asked.subject ? (
      <InvoiceDrawer key={asked.key} id={asked.subject} opened={asked.isOpen} onClose={asked.close} />
    ) : null,
  }
}

import { lazy, type ReactNode, Suspense } from 'react'
import { useDialog } from '#web/ui/use-dialog.ts'

export type Verb = 'approve' | 'reject'
export type Decide = (verb: Verb, orderId: string) => void

export type DecisionDialogProps = { orderId: string; opened: boolean; onClose: () => void }

const ApproveDialog = lazy(() =>
  import('./order-approve-dialog.tsx').then((module) => ({ default: module.OrderApproveDialog })),
)
const RejectDialog = lazy(() =>
  import('./order-reject-dialog.tsx').then((module) => ({ default: module.OrderRejectDialog })),
)

/** Opens the dialog of a decision; it is loaded with the first one. */
export function useDecision(): { decide: Decide; dialogs: ReactNode } {
  const dialog = useDialog<{ verb: Verb; orderId: string }>()
  const { subject } = dialog
  const Dialog = subject?.verb === 'reject' ? RejectDialog : ApproveDialog
  return {
    decide: (verb, orderId) => dialog.open({ verb, orderId }),
    dialogs: subject && (
      <Suspense>
        <Dialog key={dialog.key} orderId={subject.orderId} opened={dialog.isOpen} onClose={dialog.close} />
      </Suspense>
    ),
  }
}

import type { ReactNode } from 'react'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'

export type Verb = 'approve' | 'reject'
export type Decide = (verb: Verb, orderId: string) => void

const ApproveDialog = lazyPart(() => import('./order-approve-dialog.tsx'), 'OrderApproveDialog')
const RejectDialog = lazyPart(() => import('./order-reject-dialog.tsx'), 'OrderRejectDialog')

/** Opens the dialog of a decision; it is loaded with the first one. */
export function useDecision(): { decide: Decide; dialogs: ReactNode } {
  const dialog = useDialog<{ verb: Verb; orderId: string }>()
  const { subject } = dialog
  const Dialog = subject?.verb === 'reject' ? RejectDialog : ApproveDialog
  return {
    decide: (verb, orderId) => dialog.open({ verb, orderId }),
    dialogs: subject && (
      <Dialog key={dialog.key} orderId={subject.orderId} opened={dialog.isOpen} onClose={dialog.close} />
    ),
  }
}

import type { ReactNode } from 'react'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import type { AdminOrder } from '../../../contract/desk.ts'

export type Verb = 'approve' | 'reject'
export type Decide = (verb: Verb, order: AdminOrder) => void

const ApproveDialog = lazyPart(() => import('./order-approve-dialog.tsx'), 'OrderApproveDialog')
const RejectDialog = lazyPart(() => import('./order-reject-dialog.tsx'), 'OrderRejectDialog')

/** Opens the dialog of a decision, which is loaded on first use. */
export function useDecision(): { decide: Decide; dialogs: ReactNode } {
  const dialog = useDialog<{ verb: Verb; order: AdminOrder }>()
  const { subject } = dialog
  const Dialog = subject?.verb === 'reject' ? RejectDialog : ApproveDialog
  return {
    decide: (verb, order) => dialog.open({ verb, order }),
    dialogs: subject && (
      <Dialog key={dialog.key} order={subject.order} opened={dialog.isOpen} onClose={dialog.close} />
    ),
  }
}

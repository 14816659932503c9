import type { AdminOrder } from '../../contract/desk.ts'

export type DecisionDialogProps = { order: AdminOrder; opened: boolean; onClose: () => void }

import type { AdminOrder } from '#features/orders/contract/desk.ts'

export type DecisionDialogProps = { order: AdminOrder; opened: boolean; onClose: () => void }

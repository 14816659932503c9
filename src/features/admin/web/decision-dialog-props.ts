import type { AdminOrder } from '#features/orders/contract.ts'

export type DecisionDialogProps = { order: AdminOrder; opened: boolean; onClose: () => void }

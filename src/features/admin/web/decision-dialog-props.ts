export type DecisionDialogProps = { orderId: string; opened: boolean; onClose: () => void }

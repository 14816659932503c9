import type { Plan } from '#features/catalogue/contract/contract.ts'
import { formatPrice } from '#shared/money/money.ts'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import type { PlacedOrder } from '../../contract/contract.ts'
import { PaymentForm } from './payment-form.tsx'

type PaymentDialogProps = {
  plan: Plan
  categoryName: string
  opened: boolean
  onClose: () => void
  onPlaced: (order: PlacedOrder) => void
}

/** The payment modal. Closing discards all fields; every opening starts empty, with a new idempotency key. */
export function PaymentDialog({ plan, categoryName, opened, onClose, onPlaced }: PaymentDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Complete your order"
      size={460}
      closeButtonProps={{ 'aria-label': 'Close the payment dialog' }}
    >
      <dl className="payment-summary">
        <div>
          <dt>
            <strong>{plan.name}</strong> {categoryName}
          </dt>
          <dd className="payment-price">{formatPrice(plan.price)}/month</dd>
        </div>
        <div>
          <dt>Charged now</dt>
          <dd className="payment-price" data-free="">
            {formatPrice(0)}
          </dd>
        </div>
        <div>
          <dt>First month</dt>
          <dd>Paid later, by invoice</dd>
        </div>
      </dl>
      <PaymentForm plan={plan} onPlaced={onPlaced} />
    </Modal>
  )
}

import { Alert, Button, Loader } from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'
import type { Plan } from '#features/catalogue/contract/contract.ts'
import { formatPrice } from '#shared/money/money.ts'
import type { PlacedOrder } from '../../contract/contract.ts'
import { texts } from '../../contract/contract.ts'
import { type CardField, CardFields, emptyCard, missingFields } from './card-fields.tsx'
import { DomainField, domainFault } from './domain-field.tsx'
import { usePlaceOrder } from './use-place-order.ts'

type PaymentFormProps = { plan: Plan; onPlaced: (order: PlacedOrder) => void }

/**
 * Fields of the payment modal. Card details stay in this component's state: the inputs have no names, and the order is sent
 * without them.
 */
export function PaymentForm({ plan, onPlaced }: PaymentFormProps) {
  const [card, setCard] = useState(emptyCard)
  const [domain, setDomain] = useState('')
  const [isChecked, setChecked] = useState(false)
  const { place, isPlacing, problem, domainProblemOf, isPriceChanged } = usePlaceOrder(onPlaced)
  const formId = useId()
  const idOf = (field: CardField | 'domain') => `${formId}-${field}`

  function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    const [first] = missingFields(card)
    const missing = first ?? (domainFault(domain) ? 'domain' : undefined)
    if (missing) return document.getElementById(idOf(missing))?.focus()
    const order = { planId: plan.id, amount: plan.price, paymentMethod: 'credit_card' } as const
    place(domain.trim() ? { ...order, domain: domain.trim() } : order)
  }

  return (
    <form className="payment-form" onSubmit={submit} noValidate aria-busy={isPlacing}>
      {isPriceChanged && <PriceChanged plan={plan} />}
      <CardFields card={card} onChange={setCard} idOf={idOf} isChecked={isChecked} />
      <DomainField
        id={idOf('domain')}
        value={domain}
        problem={domainProblemOf(domain.trim())}
        onChange={setDomain}
      />
      <Awaiting />
      {problem && (
        <Alert color="red" role="note">
          {problem}
        </Alert>
      )}
      <Button
        type="submit"
        fullWidth
        aria-disabled={isPlacing}
        leftSection={isPlacing ? <Loader size={14} color="white" /> : null}
      >
        {isPlacing ? 'Placing the order…' : `Place order · ${formatPrice(plan.price)}/month`}
      </Button>
    </form>
  )
}

function Awaiting() {
  return (
    <Alert color="brand" title={texts.awaiting}>
      An administrator reviews your order and opens your dashboard, typically within 5-10 minutes. It can take
      up to 24 hours.
    </Alert>
  )
}

function PriceChanged({ plan }: { plan: Plan }) {
  return (
    <Alert color="yellow" title="The price has changed">
      {plan.name} now costs {formatPrice(plan.price)} a month. Nothing was ordered; place the order again to
      accept the new price.
    </Alert>
  )
}

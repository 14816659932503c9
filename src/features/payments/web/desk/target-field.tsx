import { Radio, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formatAmount } from '#shared/money/money.ts'
import { useTRPC } from '#web/trpc.ts'
import type { PayTarget } from '../../contract/contract.ts'

const settleMs = 250
const leastLength = 3

type TargetFieldProps = {
  chosen: PayTarget | null
  onChoose: (target: PayTarget) => void
  error?: string | undefined
}

/** Finds a pending order or an open invoice to pay. */
export function TargetField({ chosen, onChoose, error }: TargetFieldProps) {
  const trpc = useTRPC()
  const [text, setText] = useState('')
  const [q, setQ] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQ(text.trim()), settleMs)
    return () => clearTimeout(timer)
  }, [text])
  const isAsked = q.length >= leastLength
  const found = useQuery(trpc.payments.payable.queryOptions({ q }, { enabled: isAsked })).data ?? []
  const offered = isAsked ? found : []
  const shown = chosen && !offered.some(({ id }) => id === chosen.id) ? [chosen, ...offered] : offered
  return (
    <>
      <TextInput
        label="Order or invoice"
        description="Reference, invoice number, or the beginning of an order number or email."
        autoComplete="off"
        data-autofocus
        value={text}
        error={error}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {shown.length > 0 && (
        <Radio.Group
          label="Order or invoice to pay"
          value={chosen?.id ?? ''}
          onChange={(id) => {
            const target = shown.find((each) => each.id === id)
            if (target) onChoose(target)
          }}
        >
          <div className="payment-targets">
            {shown.map(({ id, title, user, amount }) => (
              <Radio
                key={id}
                value={id}
                label={`${title} of ${user.email}`}
                description={`${formatAmount(amount)} to pay`}
              />
            ))}
          </div>
        </Radio.Group>
      )}
      {isAsked && shown.length === 0 && (
        <Text size="sm" role="status">
          No pending orders or open invoices match.
        </Text>
      )}
    </>
  )
}

/** Its form in calls. */
export const targetIds = ({ kind, id }: PayTarget) => (kind === 'order' ? { orderId: id } : { invoiceId: id })

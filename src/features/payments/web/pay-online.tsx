import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '#web/trpc.ts'
import { ExternalIcon } from '#web/ui/icons.tsx'
import type { Pay } from '../contract/contract.ts'

/** Opens the payment provider's page, another site: none of its code runs here. */
export function PayOnline({ pay: { kind, id } }: { pay: Pay }) {
  const trpc = useTRPC()
  const [isLeaving, setLeaving] = useState(false)
  const open = useMutation(
    trpc.payments[kind].online.mutationOptions({
      meta: { failure: 'The payment page could not be opened' },
      onSuccess: ({ url }) => {
        setLeaving(true)
        window.location.assign(url)
      },
    }),
  )
  return (
    <section className="pay-way" aria-label="Card, UPI and net banking">
      <h3>Card, UPI and net banking</h3>
      <p className="pay-quiet">
        You pay on Razorpay’s page and come back here. Only Razorpay sees your card details.
      </p>
      <button
        type="button"
        className="button"
        data-primary=""
        disabled={open.isPending || isLeaving}
        onClick={() => open.mutate({ id })}
      >
        <ExternalIcon size={16} /> Pay online
      </button>
    </section>
  )
}

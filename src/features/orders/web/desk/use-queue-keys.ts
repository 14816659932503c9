import { useQueryClient } from '@tanstack/react-query'
import { useShortcuts } from '#web/lib/keys.ts'
import { useTRPC } from '#web/trpc.ts'
import type { AdminOrder } from '../../contract/desk.ts'
import type { Decide, Verb } from './decide/use-decision.tsx'
import { orderLinkId } from './order-queue.tsx'

type Queue = {
  items: readonly AdminOrder[]
  /** The open order beside the queue. */
  selected: string | undefined
  decide: Decide
  close: () => void
  /** Toggles an order in the selection. */
  toggle: (id: string) => void
}

/** Keyboard control of the queue: decisions apply to the focused order, else to the open one. */
export function useQueueKeys({ items, selected, decide, close, toggle }: Queue): void {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const focused = () => items.find(({ id }) => document.activeElement?.id === orderLinkId(id))
  const current = () => focused()?.id ?? selected

  function move(step: 1 | -1) {
    const from = items.findIndex(({ id }) => id === current())
    const next = items[from < 0 ? 0 : Math.min(Math.max(from + step, 0), items.length - 1)]
    if (next) document.getElementById(orderLinkId(next.id))?.focus()
  }
  function act(verb: Verb) {
    const id = current()
    const order =
      items.find((each) => each.id === id) ??
      (id && queryClient.getQueryData(trpc.ordersDesk.get.queryKey({ id })))
    if (order && order.status === 'pending') decide(verb, order)
  }
  const mark = (id: string | undefined) => id && toggle(id)
  useShortcuts('Orders', [
    { keys: 'j', meaning: 'next order', run: () => move(1) },
    { keys: 'k', meaning: 'previous order', run: () => move(-1) },
    { keys: 'a', meaning: 'approve', run: () => act('approve') },
    { keys: 'r', meaning: 'reject', run: () => act('reject') },
    { keys: 'x', meaning: 'select', run: () => mark(current()) },
    { keys: 'Escape', meaning: 'close the order', run: close },
  ])
}

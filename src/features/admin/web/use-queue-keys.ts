import type { AdminOrder } from '#features/orders/contract.ts'
import { trpc } from '#web/trpc.ts'
import { showDeskKeys } from './desk-keys.tsx'
import { focusSearch } from './filter-bar.tsx'
import { orderLinkId } from './order-queue.tsx'
import type { Decide, Verb } from './use-decision.tsx'
import { useDeskKeys } from './use-desk-keys.ts'

type Queue = {
  items: readonly AdminOrder[]
  /** The order that is open beside the queue. */
  selected: string | undefined
  decide: Decide
  close: () => void
}

/** The queue by keyboard: the focused order, else the open one, is what a decision is about. */
export function useQueueKeys({ items, selected, decide, close }: Queue): void {
  const utils = trpc.useUtils()
  const focused = () => items.find(({ id }) => document.activeElement?.id === orderLinkId(id))
  const current = () => focused()?.id ?? selected

  function move(step: 1 | -1) {
    const from = items.findIndex(({ id }) => id === current())
    const next = items[from < 0 ? 0 : Math.min(Math.max(from + step, 0), items.length - 1)]
    if (next) document.getElementById(orderLinkId(next.id))?.focus()
  }
  function act(verb: Verb) {
    const id = current()
    const order = items.find((each) => each.id === id) ?? (id && utils.admin.orders.get.getData({ id }))
    if (order && order.status === 'pending') decide(verb, order.id)
  }
  useDeskKeys({
    j: () => move(1),
    k: () => move(-1),
    a: () => act('approve'),
    r: () => act('reject'),
    '/': focusSearch,
    '?': showDeskKeys,
    Escape: close,
  })
}

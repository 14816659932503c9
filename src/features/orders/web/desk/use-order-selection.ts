import { useState } from 'react'
import type { AdminOrder } from '../../contract/desk.ts'

/** The selected orders of a page that are still pending. */
export function useOrderSelection(items: readonly AdminOrder[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const orders = items.filter(({ id, status }) => status === 'pending' && ids.has(id))
  const chosen = new Set(orders.map(({ id }) => id))
  const toggle = (id: string) =>
    setIds(chosen.has(id) ? chosen.difference(new Set([id])) : new Set([...chosen, id]))
  const pickAll = (isOn: boolean) => setIds(new Set(isOn ? items.map(({ id }) => id) : []))
  return {
    orders,
    selection: { ids: chosen, onPick: toggle, onPickAll: pickAll },
    toggle,
    clear: () => setIds(new Set()),
  }
}

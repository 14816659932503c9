/** Part of an export, written after its dependencies. */
export type Node = {
  /** `class:oid` of the catalogue, or a custom name. */
  key: string
  /** Lower ranks come first where dependencies allow. */
  rank: number
  /** The statement that creates it, without a semicolon. */
  sql: string
  /** The statement that drops an existing object. */
  drop?: string | null
  /** Keys of dependencies that the catalogue does not record. */
  after?: string[]
}

/** `key` depends on `needs`. */
export type Edge = { key: string; needs: string }

/** Sorts the nodes by dependency; ranks break cycles. */
export function sortNodes(nodes: readonly Node[], edges: readonly Edge[]): Node[] {
  const waiting = new Map(nodes.map((node) => [node.key, node]))
  const needs = new Map(nodes.map((node) => [node.key, new Set<string>()]))
  const all = [
    ...edges,
    ...nodes.flatMap(({ key, after = [] }) => after.map((needed) => ({ key, needs: needed }))),
  ]
  const waiters = new Map<string, string[]>()
  for (const edge of all) {
    if (edge.key === edge.needs || !waiting.has(edge.needs) || !waiting.has(edge.key)) continue
    needs.get(edge.key)?.add(edge.needs)
    const list = waiters.get(edge.needs)
    if (list) list.push(edge.key)
    else waiters.set(edge.needs, [edge.key])
  }
  const ranks = [...new Set(nodes.map(({ rank }) => rank))].toSorted((one, other) => one - other)
  const ready = new Map<number, string[]>(ranks.map((rank) => [rank, []]))
  const offer = ({ key, rank }: Node) => ready.get(rank)?.push(key)
  for (const node of nodes) if (needs.get(node.key)?.size === 0) offer(node)
  const sorted: Node[] = []
  while (waiting.size > 0) {
    const rank = ranks.find((each) => (ready.get(each)?.length ?? 0) > 0)
    const next = rank === undefined ? waiting.keys().next().value : ready.get(rank)?.shift()
    const node = next === undefined ? undefined : waiting.get(next)
    if (next === undefined || !node) continue
    waiting.delete(next)
    sorted.push(node)
    for (const waiter of waiters.get(next) ?? []) {
      const left = needs.get(waiter)
      const found = waiting.get(waiter)
      if (left?.delete(next) && left.size === 0 && found) offer(found)
    }
  }
  return sorted
}

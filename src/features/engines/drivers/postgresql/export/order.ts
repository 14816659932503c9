/** Something that an export writes, once what it needs is there. */
export type Node = {
  /** `class:oid` of the catalogue, or a name of our own. */
  key: string
  /** Lower ones come first when both could. */
  rank: number
  /** Makes it; without its semicolon. */
  sql: string
  /** Removes what is in its place. */
  drop?: string | null
  /** Keys beyond the dependencies that the catalogue knows. */
  after?: string[]
}

/** `key` needs `needs`. */
export type Edge = { key: string; needs: string }

/** The nodes in an order in which each comes behind what it needs; a circle is broken where ranks say so. */
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

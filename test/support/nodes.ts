import { holderOf, nodeNameOf } from '#db/locks/node-leases.ts'
import { loneNode, type Node } from '#server/nodes/node.ts'

/** One of several nodes that share a data folder, as the parts of a portal see it; it holds no lease. */
export const sharedNode = (id: string, overrides: Partial<Node> = {}): Node => ({
  ...loneNode,
  isShared: true,
  name: nodeNameOf(id),
  holder: holderOf(nodeNameOf(id), 1),
  ...overrides,
})

import type { World } from './world.ts'

/** Who a route is for, stated here once more: the declaration beside the procedure is what is tested. */
export type Row = {
  /** As `bun run routes` prints it; a procedure without a path by its name. */
  route: string
  access: 'visitor' | 'customer' | 'activeCustomer' | 'administrator' | 'loopback or token'
  /** Status for those who may, 200 unless said. */
  ok?: number
  json?: (world: World) => unknown
  /** Posted as a form; such a route has no other transport. */
  form?: (world: World) => Record<string, string>
  /** A fresh thing the path names. It belongs to the owner, unless anybody may name it. */
  item?: (world: World) => Promise<string> | string
  /** The answer names fields that are secret, without a secret in them. */
  namesSecrets?: true
}

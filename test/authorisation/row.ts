import type { Fixture } from './fixture.ts'

/** Access to a route, stated here independently: the declaration beside the procedure is what is tested. */
export type Row = {
  /** As `bun run routes` prints it; a procedure without a path by its name. */
  route: string
  access: 'visitor' | 'customer' | 'activeCustomer' | 'administrator' | 'loopback or token'
  /** Status for permitted callers, by default 200. */
  ok?: number
  json?: (fixture: Fixture) => unknown
  /** Posted as a form; such a route has no other transport. */
  form?: (fixture: Fixture) => Record<string, string>
  /** A fresh object for the path. It belongs to the owner, unless its id is public. */
  item?: (fixture: Fixture) => Promise<string> | string
  /** The answer contains fields named like secrets, without any secret. */
  namesSecrets?: true
}

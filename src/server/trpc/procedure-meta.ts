import type { SharedMeta } from '#shared/member-roles.ts'
import type { Demand } from '#shared/scopes.ts'
import type { CustomerContext, PollContext } from '../context.ts'

/** An id for examples. */
export const exampleId = '019aa000-0000-7000-8000-000000000001'

/** How REST and the surrounding middleware treat a procedure. */
export type Meta = {
  /** `METHOD /api/path/:param`, or several of them for one procedure. */
  rest?: string | readonly string[]
  /** A summary for the reader of the API document, in one short sentence. */
  summary?: string
  /** A valid example body, for the same reader. */
  example?: Record<string, unknown>
  /** Status of a success, 200 by default. */
  status?: number
  /** Status of a success that found its work already done. */
  repeatStatus?: number
  /** Refusal statuses beyond those that every call of its kind can return. */
  refusals?: readonly number[]
  /** Longest JSON body, in bytes; 64 KiB by default. */
  maxBodyBytes?: number
  /** Answers may be megabytes: it is not batched, and a user may have only a few in progress. */
  heavy?: true
  /** Its `signal` is aborted when the caller disconnects; that of other calls never is, since it has a cost. */
  cancellable?: true
  /** Seconds for which its connection may be silent; 10 by default. */
  idleSeconds?: number
  /** Polled: reads the session without renewing it. */
  poll?: true
  /** Exempt from the request limits, and not counted. */
  unlimited?: true
  /**
   * The version of the answer to a customer's GET; `null` when it has none. Called before the procedure, with the unchecked
   * input: validate it with the schema, and include the caller in the version, since answers differ by caller. A request that has
   * this version gets 304, without loading its user or renewing its session; an error thrown here is answered. REST only.
   */
  etag?: (ctx: PollContext, getRawInput: () => Promise<unknown>) => Promise<string | null>
  /** Credentials and commands whose answer must not be stored under an Idempotency-Key. */
  idempotent?: false
  /** Reads the answer again by its `id`, to replay one that was too long to store under an Idempotency-Key. */
  readAgain?: (ctx: CustomerContext, id: string) => Promise<unknown>
  /** The scope for an API key, unless group and kind determine it (docs/product/account-security.md, "API keys"). */
  scope?: Demand
  /** How members of a service may use it; closed to them by default (docs/product/members.md, "Members"). */
  shared?: SharedMeta
  /** A query that is closed to an administrator who views as a customer: its data is private to the customer. */
  isPrivate?: true
  /** The required access; set by the builders below, read by the route table and its tests. */
  access?: Access
}

export type Access = 'visitor' | 'customer' | 'activeCustomer' | 'administrator'

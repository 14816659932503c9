import type { SharedMeta } from '#shared/member-roles.ts'
import type { Demand } from '#shared/scopes.ts'
import type { CustomerContext, PollContext } from '../context.ts'

/** An id as examples have it. */
export const exampleId = '019aa000-0000-7000-8000-000000000001'

/** How a procedure is seen through REST and by the middleware around it. */
export type Meta = {
  /** `METHOD /api/path/:param`, or several of them for one procedure. */
  rest?: string | readonly string[]
  /** What it does, in one short sentence for the reader of the API document. */
  summary?: string
  /** A body that would be accepted, for the same reader. */
  example?: Record<string, unknown>
  /** Status of a success, 200 unless said. */
  status?: number
  /** Status of a success that found its work done already. */
  repeatStatus?: number
  /** Statuses of refusals beyond those of every call of its kind. */
  refusals?: readonly number[]
  /** Longest JSON body, in bytes; 64 KiB unless said. */
  maxBodyBytes?: number
  /** May answer megabytes: it is not batched, and a user may have few of them under way at a time. */
  heavy?: true
  /** Its `signal` is aborted when the caller goes away; that of other calls never is, for it is not free. */
  cancellable?: true
  /** Seconds for which its connection may be silent; 10 unless said. */
  idleSeconds?: number
  /** Polled: reads the session without renewing it. */
  poll?: true
  /** Admitted beyond the limits of requests, and not counted. */
  unlimited?: true
  /**
   * The version of the answer of a customer's GET; `null` when it has none. It is called before the procedure, with the
   * unchecked input: validate it with the schema, and include the caller in the version, since answers differ by caller. A
   * request that has this version gets 304, without its user being read or its session renewed; an error thrown here is
   * answered. REST only.
   */
  etag?: (ctx: PollContext, getRawInput: () => Promise<unknown>) => Promise<string | null>
  /** Credentials and commands whose answer must not be stored under an Idempotency-Key. */
  idempotent?: false
  /** Reads the answer again by its `id`, to replay one that was too long to store under an Idempotency-Key. */
  readAgain?: (ctx: CustomerContext, id: string) => Promise<unknown>
  /** What it asks of an API key, where group and kind do not say it (docs/product.md, "API keys"). */
  scope?: Demand
  /** How it is open to members of a service; closed to them unless said (docs/product.md, "Members"). */
  shared?: SharedMeta
  /** A query that an administrator who views as a customer gets no answer to: what it shows is the customer's own business. */
  isPrivate?: true
  /** Who may call the procedure; set by the builders below, read by the route table and its tests. */
  access?: Access
}

export type Access = 'visitor' | 'customer' | 'activeCustomer' | 'administrator'

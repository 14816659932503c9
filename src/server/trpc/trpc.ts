import { initTRPC } from '@trpc/server'
import { DomainError } from '#shared/errors.ts'
import { demandOf } from '#shared/scopes.ts'
import { answerOnce } from '../answers/idempotency.ts'
import { type Context, type CustomerContext, isShared, isSignedIn, isViewing } from '../context.ts'
import { refuse } from '../http/errors.ts'
import { openToMember } from '../sessions/members.ts'
import { openToView } from '../sessions/viewing.ts'
import type { CallerProcedure } from './caller-procedure.ts'
import type { Meta } from './procedure-meta.ts'
import type { AnyProcedureBuilder } from './trpc-internals.ts'

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    // Stacks are never sent; REST and this transport share the body.
    isDev: false,
    errorFormatter({ error, ctx, shape }) {
      const { status, body } = refuse(error, ctx?.requestId ?? '')
      return { code: shape.code, message: body.message, data: { httpStatus: status, body } }
    },
  })

export const router = t.router

type Call = { type: string; path: string; meta: Meta | undefined }

/**
 * How a call is open to an administrator who views as a customer: calls that API keys may make are open for reading, unless
 * private. Calls that need a session are closed, since those are the customer's own.
 */
function viewOf({ type, path, meta: { access = 'customer', scope, isPrivate } = {} }: Call) {
  const isChange = type !== 'query'
  const demand = demandOf({ area: path.split('.')[0] ?? '', isChange, access, scope })
  const isOpen = !isPrivate && access !== 'administrator' && demand !== 'session'
  return { isChange, isOpen }
}

/** Public: an explicit allow-list (docs/product/roles-and-screens.md, "Roles"). */
export const visitor = t.procedure
  .use(async ({ ctx, meta, next, type, path, getRawInput }) => {
    if (isViewing(ctx)) openToView(ctx, viewOf({ type, path, meta }))
    if (!isShared(ctx)) return next()
    const input = await openToMember(ctx, meta?.shared, getRawInput)
    return next({ getRawInput: async () => input })
  })
  .meta({ access: 'visitor' })

type CheckAccess = (ctx: CustomerContext) => void | Promise<void>

/**
 * Admits a signed-in caller who passes the check, or a member where the call is open to them, and runs a mutation with an
 * Idempotency-Key once: only after the check, because a caller who has lost access must not see an earlier answer either. A
 * single middleware, since each copies the context.
 */
const callers = (check: CheckAccess | null) =>
  t.middleware(async ({ ctx, meta, next, type, path, getRawInput: readRaw }) => {
    if (!isSignedIn(ctx)) throw new DomainError('UNAUTHORIZED', 'Unauthorized')
    if (isViewing(ctx)) openToView(ctx, viewOf({ type, path, meta }))
    const open = isShared(ctx) ? { input: await openToMember(ctx, meta?.shared, readRaw) } : null
    const getRawInput = open ? async () => open.input : readRaw
    if (check) await check(ctx)
    // The same context, typed as a customer's: passing it on would copy all of it twice.
    if (type !== 'mutation' || ctx.idempotencyKey === null || meta?.idempotent === false)
      return next<CustomerContext>(open ? { ctx, ...{ getRawInput } } : {})
    const call = {
      ctx,
      key: ctx.idempotencyKey,
      procedure: path,
      status: meta?.status ?? 200,
      getRawInput,
      readAgain: meta?.readAgain,
    }
    return answerOnce(call, (answerIn) => next({ ctx: { ...ctx, answerIn }, ...{ getRawInput } }))
  })

/** Its type requires a mutation to declare its answer. */
const declaringAnswers = (procedure: AnyProcedureBuilder) => procedure as unknown as CallerProcedure

/** Requires a session. */
export const customer = declaringAnswers(t.procedure.use(callers(null)).meta({ access: 'customer' }))

const assertActive: CheckAccess = async (ctx) => {
  if (!(await ctx.rules.hasActiveService(ctx)))
    throw new DomainError('NO_ACTIVE_SERVICE', 'This needs an active service.')
}

/** Requires a session and at least one active service, else 403 `NO_ACTIVE_SERVICE`. */
export const activeCustomer = declaringAnswers(
  t.procedure.use(callers(assertActive)).meta({ access: 'activeCustomer' }),
)

/** @throws FORBIDDEN unless the caller is an administrator */
export const assertAdministrator: CheckAccess = async (ctx) => {
  if (!ctx.user.isAdmin) throw new DomainError('FORBIDDEN', 'Only an administrator may do this.')
  const reason = await ctx.rules.whyNoAdministration(ctx)
  if (reason) throw new DomainError('FORBIDDEN', reason)
}

/** Requires `isAdmin`; `hasAdminAccess` alone is not enough. */
export const administrator = declaringAnswers(
  t.procedure.use(callers(assertAdministrator)).meta({ access: 'administrator' }),
)

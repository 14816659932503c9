import { initTRPC } from '@trpc/server'
import type { AnyProcedureBuilder } from '@trpc/server/unstable-core-do-not-import'
import { DomainError } from '#shared/errors.ts'
import type { CallerProcedure } from './caller-procedure.ts'
import { type Context, type CustomerContext, isSignedIn } from './context.ts'
import { refuse } from './http/errors.ts'
import { answerOnce } from './idempotency.ts'
import type { Meta } from './procedure-meta.ts'

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    // Stacks are never answered; REST and this transport share the body.
    isDev: false,
    errorFormatter({ error, ctx, shape }) {
      const { status, body } = refuse(error, ctx?.requestId ?? '')
      return { code: shape.code, message: body.message, data: { httpStatus: status, body } }
    },
  })

export const router = t.router

/** Public: an explicit allow-list (docs/product.md, "Roles"). */
export const visitor = t.procedure.meta({ access: 'visitor' })

type CheckAccess = (ctx: CustomerContext) => void | Promise<void>

/**
 * Lets a signed-in caller through who passes the check, and answers a mutation with an Idempotency-Key once: only after the
 * check, because a caller who may no longer make a call must not see its earlier answer either. One middleware for all of it,
 * since each copies the context.
 */
const callers = (check: CheckAccess | null) =>
  t.middleware(async ({ ctx, meta, next, type, path, getRawInput }) => {
    if (!isSignedIn(ctx)) throw new DomainError('UNAUTHORIZED', 'Unauthorized')
    if (check) await check(ctx)
    // The context is the same one, typed as a customer's: passing it on again would copy every part of it, twice.
    if (type !== 'mutation' || ctx.idempotencyKey === null || meta?.idempotent === false)
      return next<CustomerContext>({})
    const call = {
      ctx,
      key: ctx.idempotencyKey,
      procedure: path,
      status: meta?.status ?? 200,
      getRawInput,
      readAgain: meta?.readAgain,
    }
    return answerOnce(call, (answerIn) => next({ ctx: { ...ctx, answerIn } }))
  })

/** Its type requires a mutation to declare its answer. */
const sayingAnswers = (procedure: AnyProcedureBuilder) => procedure as unknown as CallerProcedure

/** Requires a session. */
export const customer = sayingAnswers(t.procedure.use(callers(null)).meta({ access: 'customer' }))

const assertActive: CheckAccess = async (ctx) => {
  if (!(await ctx.rules.hasActiveService(ctx)))
    throw new DomainError('NO_ACTIVE_SERVICE', 'This needs an active service.')
}

/** Requires a session and at least one active service, else 403 `NO_ACTIVE_SERVICE`. */
export const activeCustomer = sayingAnswers(
  t.procedure.use(callers(assertActive)).meta({ access: 'activeCustomer' }),
)

const assertAdministrator: CheckAccess = ({ user }) => {
  if (!user.isAdmin) throw new DomainError('FORBIDDEN', 'Only an administrator may do this.')
}

/** Requires `isAdmin`; `hasAdminAccess` alone is not enough. */
export const administrator = sayingAnswers(
  t.procedure.use(callers(assertAdministrator)).meta({ access: 'administrator' }),
)

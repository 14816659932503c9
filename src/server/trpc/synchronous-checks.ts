import type { AnyRouter } from '@trpc/server'
import type { Tx } from '#db/types.ts'
import type { Answered, AnswerIn } from '../answers/answer-in.ts'
import type { Context } from '../context.ts'
import {
  type AnyMiddlewareFunction,
  checkedBy,
  checkInput,
  checkOutput,
  type Definition,
  definitionOf,
  proceduresOf,
  runInOne,
} from './trpc-internals.ts'

/** The answer that a handler declares with `answerIn` is stored as its check returns it. */
const storeChecked = (ctx: Context, check: (value: unknown) => unknown): { answerIn: AnswerIn } => ({
  async answerIn<T>(tx: Tx, body: T) {
    await ctx.answerIn(tx, check(body))
    return body as Answered<T>
  },
})

/** tRPC's output middleware with another check, which also applies to answers declared with `answerIn`. */
function checkBy(check: (value: unknown) => unknown): AnyMiddlewareFunction {
  const checkReturned = checkOutput(check)
  return (opts) =>
    checkReturned(
      opts.ctx.idempotencyKey
        ? { ...opts, next: () => opts.next({ ctx: storeChecked(opts.ctx, check) }) }
        : opts,
    )
}

const parserOf = (schema: Definition['output']) => {
  if (typeof schema?.parse !== 'function') return null
  return (value: unknown) => schema.parse?.(value)
}

/**
 * The same router, with the same schemas for inputs and answers but without a promise per field: tRPC prefers zod's `parseAsync`,
 * which bypasses zod's compiled path and costs three times as much.
 */
export function checkSynchronously<R extends AnyRouter>(router: R): R {
  for (const procedure of Object.values(proceduresOf(router))) {
    const { inputs, output, middlewares } = definitionOf(procedure)
    const waiting = [...inputs]
    for (const [at, middleware] of middlewares.entries()) {
      const checks = checkedBy(middleware)
      const check =
        checks === 'input' ? parserOf(waiting.shift()) : checks === 'output' ? parserOf(output) : null
      if (check) middlewares[at] = checks === 'input' ? checkInput(check) : checkBy(check)
    }
    middlewares.splice(0, middlewares.length, runInOne([...middlewares]))
  }
  return router
}

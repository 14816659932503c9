import type { AnyRouter } from '@trpc/server'
import { createOutputMiddleware } from '@trpc/server/unstable-core-do-not-import'
import { proceduresOf } from './http/rest.ts'

type Checked = { output?: { parse?: (value: unknown) => unknown }; middlewares?: { _type?: string }[] }

/**
 * The same router, whose answers are checked by the same schemas without a promise a field: tRPC prefers zod's
 * `parseAsync`, which leaves out zod's compiled path and costs three times as much.
 */
export function checkAtOnce<R extends AnyRouter>(router: R): R {
  for (const procedure of Object.values(proceduresOf(router))) {
    const { output, middlewares } = procedure._def as Checked
    const at = middlewares?.findIndex(({ _type }) => _type === 'output') ?? -1
    if (!middlewares || at < 0 || typeof output?.parse !== 'function') continue
    middlewares[at] = createOutputMiddleware((value: unknown) => output.parse?.(value)) as { _type?: string }
  }
  return router
}

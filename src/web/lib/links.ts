import { httpBatchLink, httpLink, splitLink, type TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import type { AppRouter } from '#server/router.ts'
import { errorOfCall } from './api-error.ts'
import { randomKey } from './random-key.ts'

const endpoint = '/api/trpc'
const maxBatch = 10

/** Makes every refusal an `ApiError`, so that both doors fail alike. */
const apiErrors: TRPCLink<AppRouter> = () => (call) =>
  observable((observer) =>
    call.next(call.op).subscribe({
      next: (value) => observer.next(value),
      error: (cause) => observer.error(errorOfCall(cause)),
      complete: () => observer.complete(),
    }),
  )

/** Queries in batches of at most ten; each mutation alone, under the Idempotency-Key of its context or one of its own. */
export const browserLinks = (): TRPCLink<AppRouter>[] => [
  apiErrors,
  splitLink({
    condition: (op) => op.type === 'mutation',
    true: httpLink({
      url: endpoint,
      headers: ({ op }) => ({ 'idempotency-key': String(op.context.idempotencyKey ?? randomKey()) }),
    }),
    false: httpBatchLink({ url: endpoint, maxItems: maxBatch }),
  }),
]

/** Calls a procedure without a network; `path` is dotted, the answer is what the wire would carry. */
export type CallProcedure = (path: string, input: unknown) => Promise<unknown>

/** The link of a render on the server: the same loaders, the same hooks, no request. */
export const callerLinks = (call: CallProcedure): TRPCLink<AppRouter>[] => [
  () =>
    ({ op }) =>
      observable((observer) => {
        call(op.path, op.input).then(
          (data) => {
            observer.next({ result: { type: 'data', data } })
            observer.complete()
          },
          (cause) => observer.error(errorOfCall(cause)),
        )
      }),
]

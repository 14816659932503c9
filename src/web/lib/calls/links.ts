import { httpBatchLink, httpLink, splitLink, type TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import type { AppRouter } from '#app/router.ts'
import { errorOfCall, errorOfForeignAnswer } from './api-error.ts'
import { randomKey } from './random-key.ts'
import { watchedFetch } from './watched-fetch.ts'

const endpoint = '/api/trpc'
const maxBatch = 10

/** Turns every refusal into an `ApiError`, so that both transports fail alike. */
const apiErrors: TRPCLink<AppRouter> = () => (call) =>
  observable((observer) =>
    call.next(call.op).subscribe({
      next: (value) => observer.next(value),
      error: (cause) => observer.error(errorOfCall(cause)),
      complete: () => observer.complete(),
    }),
  )

/** Watches the connection, and keeps the status and message of responses that are not tRPC's. */
async function callFetch(input: RequestInfo | URL | string, init?: object): Promise<Response> {
  const answer = await watchedFetch(input, init)
  const foreign = answer.ok ? null : await errorOfForeignAnswer(answer)
  if (foreign) throw foreign
  return answer
}

/**
 * Queries in batches of at most ten, heavy ones alone; each mutation alone, with the Idempotency-Key of its context or a new
 * one.
 */
export const browserLinks = (heavyQueries: readonly string[] = []): TRPCLink<AppRouter>[] => [
  apiErrors,
  splitLink({
    condition: (op) => op.type === 'mutation' || heavyQueries.includes(op.path),
    true: httpLink({
      url: endpoint,
      fetch: callFetch,
      headers: ({ op }) =>
        op.type === 'mutation' ? { 'idempotency-key': String(op.context.idempotencyKey ?? randomKey()) } : {},
    }),
    false: httpBatchLink({ url: endpoint, maxItems: maxBatch, fetch: callFetch }),
  }),
]

/** Calls a procedure without a network; `path` is dotted, the result as on the wire. */
export type CallProcedure = (path: string, input: unknown) => Promise<unknown>

/** The link for server rendering: the same loaders and hooks, without requests. */
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

import { httpBatchLink, httpLink, splitLink, type TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import type { AppRouter } from '#app/router.ts'
import { errorOfCall, errorOfForeignAnswer } from './api-error.ts'
import { randomKey } from './random-key.ts'
import { watchedFetch } from './watched-fetch.ts'

const endpoint = '/api/trpc'
const maxBatch = 10

/** Makes every refusal an `ApiError`, so that both transports fail alike. */
const apiErrors: TRPCLink<AppRouter> = () => (call) =>
  observable((observer) =>
    call.next(call.op).subscribe({
      next: (value) => observer.next(value),
      error: (cause) => observer.error(errorOfCall(cause)),
      complete: () => observer.complete(),
    }),
  )

/** Queries whose answers may be megabytes: each is sent in a request of its own. */
export const heavyQueries = new Set([
  'databases.sql.history',
  'databases.sql.rows',
  'databases.sql.schema',
  'domains.dns.history',
  'email.messages.list',
  'email.messages.open',
  'projects.files.get',
  'projects.list',
  'projects.missing',
  'projects.planPublish',
])

/** The connection is watched, and a refusal that is none of tRPC's keeps its status and its sentence. */
async function callFetch(input: RequestInfo | URL | string, init?: object): Promise<Response> {
  const answer = await watchedFetch(input, init)
  const foreign = answer.ok ? null : await errorOfForeignAnswer(answer)
  if (foreign) throw foreign
  return answer
}

/** Queries in batches of at most ten, heavy ones alone; each mutation alone, under the Idempotency-Key of its context or one of its own. */
export const browserLinks = (): TRPCLink<AppRouter>[] => [
  apiErrors,
  splitLink({
    condition: (op) => op.type === 'mutation' || heavyQueries.has(op.path),
    true: httpLink({
      url: endpoint,
      fetch: callFetch,
      headers: ({ op }) =>
        op.type === 'mutation' ? { 'idempotency-key': String(op.context.idempotencyKey ?? randomKey()) } : {},
    }),
    false: httpBatchLink({ url: endpoint, maxItems: maxBatch, fetch: callFetch }),
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

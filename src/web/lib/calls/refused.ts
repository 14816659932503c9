import type { QueryState } from '@tanstack/react-query'
import { second } from '#shared/time.ts'
import { statusOf } from './api-error.ts'

/** Data this fresh is not refetched when its page opens: hovering its link prefetched it. */
export const freshMs = 3 * second

type Answered = { state: Pick<QueryState<unknown, unknown>, 'status' | 'error' | 'errorUpdatedAt'> }

/** Whether the server has just refused the query, so that only the user retries. A lost connection is no refusal. */
export const wasJustRefused = ({ state }: Answered): boolean =>
  state.status === 'error' && statusOf(state.error) > 0 && Date.now() - state.errorUpdatedAt < freshMs

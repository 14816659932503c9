import type { QueryState } from '@tanstack/react-query'
import { second } from '#shared/time.ts'
import { statusOf } from './api-error.ts'

/** What was read so long ago, or less, is not read again when its page opens: its link was pointed at before. */
export const freshMs = 3 * second

type Answered = { state: Pick<QueryState<unknown, unknown>, 'status' | 'error' | 'errorUpdatedAt'> }

/** The server has just refused it: nobody but the user asks again. A server that is gone has refused nothing. */
export const wasJustRefused = ({ state }: Answered): boolean =>
  state.status === 'error' && statusOf(state.error) > 0 && Date.now() - state.errorUpdatedAt < freshMs

import { type InvalidateQueryFilters, type Query, QueryClient, type QueryState } from '@tanstack/react-query'
import { second } from '#shared/time.ts'
import { statusOf } from './api-error.ts'

/** What was read so long ago, or less, is not read again when its page opens: its link was pointed at before. */
export const freshMs = 3 * second

/** A change is announced twice to the tab that made it: by its answer and by its event. */
const gatherMs = 50

type Answered = { state: Pick<QueryState<unknown, unknown>, 'status' | 'error' | 'errorUpdatedAt'> }

/** The server has just refused it: nobody but the user asks again. A server that is gone has refused nothing. */
export const wasJustRefused = ({ state }: Answered): boolean =>
  state.status === 'error' && statusOf(state.error) > 0 && Date.now() - state.errorUpdatedAt < freshMs

/** A cache that asks for nothing twice: a call that was just refused, or what several changes concern. */
export class CarefulClient extends QueryClient {
  #due = new Set<Query>()
  #reading: Promise<void> | undefined

  override fetchQuery: QueryClient['fetchQuery'] = (options) => {
    const query = this.getQueryCache().find({ queryKey: options.queryKey, exact: true })
    return query && wasJustRefused(query) ? Promise.reject(query.state.error) : super.fetchQuery(options)
  }

  override invalidateQueries: QueryClient['invalidateQueries'] = (filters = {}, options) => {
    if (filters.refetchType) return super.invalidateQueries(filters, options)
    void super.invalidateQueries({ ...filters, refetchType: 'none' })
    return this.#readSoon(filters as InvalidateQueryFilters)
  }

  #readSoon(filters: InvalidateQueryFilters): Promise<void> {
    const found = this.getQueryCache().findAll({ type: 'active', ...filters })
    if (found.length === 0) return Promise.resolve()
    for (const query of found) this.#due.add(query)
    this.#reading ??= new Promise((resolve) => {
      setTimeout(() => {
        const due = this.#due
        this.#due = new Set()
        this.#reading = undefined
        // Also what was answered meanwhile: that may have been read before the change.
        resolve(this.refetchQueries({ type: 'active', predicate: (query) => due.has(query) }))
      }, gatherMs)
    })
    return this.#reading
  }
}

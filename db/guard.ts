import { AsyncLocalStorage } from 'node:async_hooks'

/** The transaction that a piece of code runs in. */
export type Token = { readonly owner: object; open: boolean }

const current = new AsyncLocalStorage<Token>()

/** Runs `work` so that everything it starts belongs to the transaction of `token`. */
const inside = <T>(token: Token, work: () => T): T => current.run(token, work)

export const currentToken = (): Token | undefined => current.getStore()

/**
 * Throws when the caller is inside an open transaction of the same store: it would wait for itself, on SQLite immediately
 * and on PostgreSQL once the pool is empty.
 */
export function assertOutside(owner: object): void {
  const token = current.getStore()
  if (token?.open && token.owner === owner) {
    throw new Error('inside a transaction use its tx: store.read and store.tx would wait for themselves')
  }
}

/** Runs a transaction's body for at most `limitMs`; after that its token is closed. */
export function withinLimit<T>(token: Token, limitMs: number, work: () => Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const timer = setTimeout(
    () => reject(new Error(`a transaction was open longer than ${limitMs} ms`)),
    limitMs,
  )
  inside(token, async () => work()).then(resolve, reject)
  return promise.finally(() => {
    clearTimeout(timer)
    token.open = false
  })
}

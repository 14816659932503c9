type Listener = (token: string, keyAuthorization: string | null) => void

/** Answers to pending ACME http-01 challenges (RFC 8555 section 8.3): certificate orders add them here. */
export interface Challenges {
  put(token: string, keyAuthorization: string): void
  remove(token: string): void
  of(token: string): string | undefined
  list(): [token: string, keyAuthorization: string][]
  /** Calls `listener` with each change, null for a removal, until the returned function is called. */
  subscribe(listener: Listener): () => void
}

/** In memory: an order interrupted by a restart requests a new token. */
export function createChallenges(): Challenges {
  const answers = new Map<string, string>()
  const listeners = new Set<Listener>()
  const notifyGateways: Listener = (...change) => {
    for (const listener of listeners) listener(...change)
  }
  return {
    put(token, keyAuthorization) {
      answers.set(token, keyAuthorization)
      notifyGateways(token, keyAuthorization)
    },
    remove(token) {
      answers.delete(token)
      notifyGateways(token, null)
    },
    of: (token) => answers.get(token),
    list: () => [...answers],
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

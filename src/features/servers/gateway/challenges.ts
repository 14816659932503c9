/** Answers to the ACME http-01 challenges under way (RFC 8555 section 8.3): what asks for a certificate puts them here. */
export interface Challenges {
  put(token: string, keyAuthorization: string): void
  remove(token: string): void
  of(token: string): string | undefined
}

/** In memory: an order that a restart interrupts asks for a new token. */
export function createChallenges(): Challenges {
  const answers = new Map<string, string>()
  return {
    put: (token, keyAuthorization) => void answers.set(token, keyAuthorization),
    remove: (token) => void answers.delete(token),
    of: (token) => answers.get(token),
  }
}

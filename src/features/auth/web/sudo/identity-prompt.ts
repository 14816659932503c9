/** A pending prompt; each has a new `key`. */
type IdentityPrompt = { key: number; answer: (isConfirmed: boolean) => void }

const watchers = new Set<() => void>()
let prompt: IdentityPrompt | null = null
let count = 0

function show(next: IdentityPrompt | null): void {
  prompt = next
  for (const changed of watchers) changed()
}

let waiting: Promise<boolean> | null = null

/** Opens the prompt, once for all callers that wait for it; resolves when it is answered or the dialog closes. */
export function waitForAnswer(): Promise<boolean> {
  waiting ??= promptIdentity().finally(() => {
    waiting = null
  })
  return waiting
}

function promptIdentity(): Promise<boolean> {
  count += 1
  const key = count
  return new Promise((resolve) => {
    const answer = (isConfirmed: boolean) => {
      if (prompt?.key === key) show(null)
      resolve(isConfirmed)
    }
    show({ key, answer })
  })
}

export function watchPrompt(changed: () => void): () => void {
  watchers.add(changed)
  return () => {
    watchers.delete(changed)
  }
}

export const readPrompt = (): IdentityPrompt | null => prompt

/** A pending prompt; each has a new `key`. */
type Asked = { key: number; answer: (isConfirmed: boolean) => void }

const watchers = new Set<() => void>()
let asked: Asked | null = null
let count = 0

function show(next: Asked | null): void {
  asked = next
  for (const changed of watchers) changed()
}

let waiting: Promise<boolean> | null = null

/** Opens the prompt, once for all callers that wait for it; resolves when it is answered or the dialog closes. */
export function waitForAnswer(): Promise<boolean> {
  waiting ??= ask().finally(() => {
    waiting = null
  })
  return waiting
}

function ask(): Promise<boolean> {
  count += 1
  const key = count
  return new Promise((resolve) => {
    const answer = (isConfirmed: boolean) => {
      if (asked?.key === key) show(null)
      resolve(isConfirmed)
    }
    show({ key, answer })
  })
}

export function watchAsked(changed: () => void): () => void {
  watchers.add(changed)
  return () => {
    watchers.delete(changed)
  }
}

export const readAsked = (): Asked | null => asked

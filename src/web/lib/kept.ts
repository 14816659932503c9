/** What this browser keeps under a name; `null` when it keeps nothing, or may keep nothing. */
export function readKept(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** Keeps a value under a name, `null` forgets it. A browser that may keep nothing goes on without. */
export function keep(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  } catch {
    // Storage that is full or switched off costs a convenience, nothing else.
  }
}

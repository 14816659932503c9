/** What this browser stores under a name; `null` when it stores nothing, or may not. */
export function readKept(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** Stores a value under a name; `null` removes it. Has no effect in a browser that may not store anything. */
export function keep(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  } catch {
    // Storage that is full or switched off costs only a convenience.
  }
}

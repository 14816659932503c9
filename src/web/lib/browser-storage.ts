/** A stored value of this browser; `null` if missing, or if storage is blocked. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** Stores a value; `null` removes it. Has no effect if storage is blocked. */
export function writeStored(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  } catch {
    // Full or blocked storage costs only a convenience.
  }
}

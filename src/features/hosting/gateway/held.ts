/** Somebody whose connection can be ended. */
type Holder = { destroy(): void }

/** How much memory is held for visitors who do not read, and for web servers that do not. */
export interface Held {
  /** Sets the bytes that are held for one; 0 removes it. */
  set(holder: Holder, bytes: number): void
  readonly bytes: number
}

/** Holds at most `maxBytes`: beyond, whoever's bytes have changed least lately is cut off, after `onCut`. */
export function createHeld(maxBytes: number, onCut: () => void): Held {
  const held = new Map<Holder, number>()
  let total = 0
  const forget = (holder: Holder) => {
    total -= held.get(holder) ?? 0
    held.delete(holder)
  }
  return {
    get bytes() {
      return total
    },
    set(holder, bytes) {
      forget(holder)
      if (bytes <= 0) return
      held.set(holder, bytes)
      total += bytes
      for (const [oldest] of held) {
        if (total <= maxBytes) return
        forget(oldest)
        onCut()
        oldest.destroy()
      }
    },
  }
}

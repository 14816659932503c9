/** A holder of memory whose connection can be closed. */
type Holder = { destroy(): void }

/** Counts memory held for visitors and web servers that do not read. */
export interface HeldMemory {
  /** Sets the bytes held for one connection; 0 removes it. */
  set(holder: Holder, bytes: number): void
  readonly bytes: number
}

/** Holds at most `maxBytes`: beyond that, closes the connection whose bytes have not changed for the longest, after `onCut`. */
export function createHeldMemory(maxBytes: number, onCut: () => void): HeldMemory {
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

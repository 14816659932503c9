const leastSlots = 1 << 12

/**
 * A set of texts, stored as 64 bits each: twenty megabytes for a million names. The chance that two different texts collide is
 * then one in ten million, and writer and reader of an archive see the same collision.
 */
export class NameSet {
  /** Two hash halves in a row; the first is zero in an empty slot. */
  #slots = new Uint32Array(2 * leastSlots)
  #size = 0

  /** Adds the text; false when it was present. */
  add(text: string): boolean {
    if (this.#size * 4 >= this.#slots.length) this.#grow()
    const isNew = this.#put(Bun.hash.xxHash32(text, 0) || 1, Bun.hash.xxHash32(text, 1))
    if (isNew) this.#size += 1
    return isNew
  }

  #put(high: number, low: number): boolean {
    const slots = this.#slots
    const mask = slots.length - 1
    for (let at = (2 * low) & mask; ; at = (at + 2) & mask) {
      if (slots[at] === high && slots[at + 1] === low) return false
      if (slots[at] !== 0) continue
      slots[at] = high
      slots[at + 1] = low
      return true
    }
  }

  #grow(): void {
    const old = this.#slots
    this.#slots = new Uint32Array(old.length * 2)
    for (let at = 0; at < old.length; at += 2) {
      const [high = 0, low = 0] = [old[at], old[at + 1]]
      if (high !== 0) this.#put(high, low)
    }
  }
}

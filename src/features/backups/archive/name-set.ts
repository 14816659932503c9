const leastSlots = 1 << 12

/**
 * Which texts were seen, by 64 bits of each: twenty megabytes know a million names. Two different texts are taken for
 * one with a chance of one in ten million even then; whoever writes an archive and whoever reads it see the same.
 */
export class NameSet {
  /** Two halves of a hash after one another; the first is zero in an empty slot. */
  #slots = new Uint32Array(2 * leastSlots)
  #size = 0

  /** Adds the text; false when it was there. */
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

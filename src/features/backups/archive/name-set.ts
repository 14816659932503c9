const leastSlots = 1 << 12

/**
 * Which texts were seen, by 64 bits of each: twenty megabytes know a million names. Two different texts are taken for
 * one with a chance of one in ten million even then; whoever writes an archive and whoever reads it see the same.
 */
export class NameSet {
  #slots = new BigUint64Array(leastSlots)
  #size = 0

  /** Adds the text; false when it was there. */
  add(text: string): boolean {
    if (this.#size * 2 >= this.#slots.length) this.#grow()
    const isNew = this.#put(BigInt(Bun.hash(text)) || 1n)
    if (isNew) this.#size += 1
    return isNew
  }

  #put(hash: bigint): boolean {
    const mask = this.#slots.length - 1
    for (let at = Number(hash & BigInt(mask)); ; at = (at + 1) & mask) {
      if (this.#slots[at] === hash) return false
      if (this.#slots[at] !== 0n) continue
      this.#slots[at] = hash
      return true
    }
  }

  #grow(): void {
    const old = this.#slots
    this.#slots = new BigUint64Array(old.length * 2)
    for (const hash of old) if (hash !== 0n) this.#put(hash)
  }
}

const cr = 0x0d
const lf = 0x0a

/** Watches a stream of bytes for line ends other than CRLF. */
export interface LineEnds {
  /** The bare CR or LF in this chunk or across the chunk boundary; null when there is none. */
  look(bytes: Uint8Array): 'CR' | 'LF' | null
}

/**
 * RFC 5321 section 2.3.8: CR and LF occur only together. Programs that accept one alone as a line end see commands where others
 * see text ("SMTP smuggling").
 */
export function watchLineEnds(): LineEnds {
  let isAfterCr = false
  return {
    look(bytes) {
      const { length } = bytes
      if (length === 0) return null
      if (isAfterCr && bytes[0] !== lf) return 'CR'
      let at = isAfterCr ? 1 : 0
      isAfterCr = false
      for (; at < length; at += 1) {
        const next = bytes.indexOf(lf, at)
        const return_ = bytes.indexOf(cr, at)
        if (next < 0 && return_ < 0) return null
        if (next >= 0 && (return_ < 0 || next < return_)) return 'LF'
        if (return_ === length - 1) {
          isAfterCr = true
          return null
        }
        if (next !== return_ + 1) return 'CR'
        at = next
      }
      return null
    },
  }
}

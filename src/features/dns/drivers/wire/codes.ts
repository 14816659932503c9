/** Record type numbers of IANA's registry. */
export const type = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  HINFO: 13,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  SRV: 33,
  OPT: 41,
  DS: 43,
  RRSIG: 46,
  NSEC: 47,
  DNSKEY: 48,
  CDS: 59,
  CDNSKEY: 60,
  TSIG: 250,
  IXFR: 251,
  AXFR: 252,
  ANY: 255,
  CAA: 257,
} as const

export const rcode = {
  noError: 0,
  formatError: 1,
  serverFailure: 2,
  noSuchName: 3,
  notImplemented: 4,
  refused: 5,
  notAuthoritative: 9,
  badVersion: 16,
} as const

export const opcode = { query: 0, notify: 4, update: 5 } as const

/** Flags in the second 16 bits of a header. */
export const flag = {
  response: 0x8000,
  authoritative: 0x0400,
  truncated: 0x0200,
  wantsRecursion: 0x0100,
} as const

export const classIn = 1
export const classAny = 255

export const headerBytes = 12
/** UDP size limits without EDNS, and ours with it: no path fragments that. */
export const plainUdpBytes = 512
export const ednsUdpBytes = 1_232
export const maxMessageBytes = 65_535

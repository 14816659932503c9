/** Records of one name and type. */
export type RecordSet = { type: number; ttl: number; data: readonly Buffer[] }

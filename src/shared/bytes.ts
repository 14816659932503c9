const units = ['Bytes', 'KB', 'MB', 'GB'] as const

export const kib = 1_024
export const mib = 1_024 * kib
export const gib = 1_024 * mib

/** Disk space reserved for the database and its log: with less the portal accepts no bytes and is not ready. */
export const diskFloorBytes = 64 * mib

/** Bytes in the largest fitting unit, base 1024, at most two decimals: `1.5 KB`. */
export function formatBytes(bytes: number): string {
  if (bytes <= 0) return '0 Bytes'
  const power = Math.min(Math.max(0, Math.floor(Math.log(bytes) / Math.log(kib))), units.length - 1)
  const value = bytes / kib ** power
  return `${Number(value.toFixed(2))} ${units[power] ?? 'GB'}`
}

/** Bytes as GB with two decimals, `12.50 GB`. */
export const formatGigabytes = (bytes: number): string => `${(bytes / gib).toFixed(2)} GB`

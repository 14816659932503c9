const units = ['Bytes', 'KB', 'MB', 'GB'] as const

export const kib = 1_024
export const mib = 1_024 * kib
export const gib = 1_024 * mib

/** Disk space reserved for the database and its log: with less the portal accepts no bytes and is not ready. */
export const diskFloorBytes = 64 * mib

/** Bytes in the largest fitting unit, base 1024. */
function formatIn(bytes: number, write: (value: number) => string | number): string {
  const whole = Math.max(0, Math.round(bytes))
  if (whole < kib) return whole === 1 ? '1 Byte' : `${whole} ${units[0]}`
  const power = Math.min(Math.floor(Math.log(whole) / Math.log(kib)), units.length - 1)
  return `${write(whole / kib ** power)} ${units[power] ?? 'GB'}`
}

/** A measured size, with two decimals: `1.50 KB`. */
export const formatBytes = (bytes: number): string => formatIn(bytes, (value) => value.toFixed(2))

/** A configured size, a limit or the step of a scale, with at most two decimals: `10 GB`. */
export const formatLimit = (bytes: number): string => formatIn(bytes, (value) => Number(value.toFixed(2)))

/** Bytes as GB with two decimals, `12.50 GB`. */
export const formatGigabytes = (bytes: number): string => `${(bytes / gib).toFixed(2)} GB`

/** A count as figures are grouped in India: `1,204`, `1,00,000`. */
export const formatCount = (count: number): string => count.toLocaleString('en-IN')

/** A count with its noun: `1 file`, `1,204 files`; `many` where it is not the noun with an s. */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

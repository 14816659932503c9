/** A count with Indian digit grouping: `1,204`, `1,00,000`. */
export const formatCount = (count: number): string => count.toLocaleString('en-IN')

/** A count with its noun: `1 file`, `1,204 files`; `many` for irregular plurals. */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

/** A count with its noun: `1 file`, `1,204 files`; `many` where it is not the noun with an s. */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? one : many}`

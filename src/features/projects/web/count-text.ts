export const countText = (count: number): string => (count === 1 ? '1 file' : `${count} files`)

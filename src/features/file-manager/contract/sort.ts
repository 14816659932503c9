export const sortKeys = ['name', 'size', 'date'] as const
export type SortKey = (typeof sortKeys)[number]
export type FileSort = { key: SortKey; isDescending: boolean }

/** `-date` sorts newest first; unknown values sort by name. */
export function readFileSort(text: string | undefined): FileSort {
  const key = sortKeys.find((each) => each === text?.replace(/^-/, '')) ?? 'name'
  return { key, isDescending: text?.startsWith('-') ?? false }
}

export const writeFileSort = ({ key, isDescending }: FileSort): string => (isDescending ? `-${key}` : key)

/** File types of a project. */
export const fileTypes = ['html', 'css', 'js', 'ts', 'py', 'json', 'md'] as const
export type FileType = (typeof fileTypes)[number]

/** The type of a file name's extension, if it is one of ours. */
export function typeOfName(name: string): FileType | undefined {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return name.includes('.') ? fileTypes.find((type) => type === extension) : undefined
}

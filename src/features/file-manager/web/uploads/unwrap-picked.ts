import { startNames } from '#features/files/contract/start-names.ts'
import type { Picked } from '#web/lib/picked.ts'

const separator = '/'

/** Files without a single folder around the whole site; unchanged without one. */
export function unwrapPicked(picked: readonly Picked[]): Picked[] {
  const [top = ''] = picked[0]?.folder.split(separator) ?? []
  const isBelow = ({ folder }: Picked) => folder === top || folder.startsWith(top + separator)
  const isStart = ({ file, folder }: Picked) => folder === top && startNames.includes(file.name)
  if (top === '' || !picked.every(isBelow) || !picked.some(isStart)) return [...picked]
  return picked.map(({ file, folder }) => ({ file, folder: folder.slice(top.length + 1) }))
}

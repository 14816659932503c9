import type { ListedFile } from '#features/file-manager/contract/contract.ts'
import { formatBytes } from '#shared/bytes.ts'
import { countText } from '#shared/text/count-text.ts'

/** A file that was selected, and the page on which it was seen last. */
type Picked = { file: ListedFile; page: string }
export type Picks = ReadonlyMap<string, Picked>

type Shown = { rows: readonly ListedFile[]; page: string }

/** The row alone is selected, or no longer. */
export function toggled(picks: Picks, id: string, { rows, page }: Shown): Picks {
  const next = new Map(picks)
  const file = rows.find((row) => row.id === id)
  if (!next.delete(id) && file) next.set(id, { file, page })
  return next
}

/** All rows from one to the other are selected too; the row alone where the first is not on the page. */
export function withRange(picks: Picks, ends: [from: string | undefined, to: string], shown: Shown): Picks {
  const [from, to] = ends.map((end) => shown.rows.findIndex(({ id }) => id === end)).sort((a, b) => a - b)
  if (from === undefined || to === undefined || from < 0) return toggled(picks, ends[1], shown)
  return withAll(picks, { ...shown, rows: shown.rows.slice(from, to + 1) })
}

/** All rows of the page are selected, beside those of other pages. */
export const withAll = (picks: Picks, { rows, page }: Shown): Picks =>
  new Map([...picks, ...rows.map((file) => [file.id, { file, page }] as const)])

/** None of the rows is selected any more. */
export const withNone = (picks: Picks, { rows }: Shown): Picks => {
  const ids = new Set(rows.map(({ id }) => id))
  return new Map([...picks].filter(([id]) => !ids.has(id)))
}

/** The selected files as they are now: one that is gone from the page on which it was seen is not selected any more. */
export function chosenOf(picks: Picks, { rows, page }: Shown): ListedFile[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return [...picks].flatMap(([id, picked]) => byId.get(id) ?? (picked.page === page ? [] : [picked.file]))
}

/** `3 selected (1.2 MB)`; what folders hold is not known here. */
export function sayChosen(chosen: readonly ListedFile[], shown: readonly ListedFile[]): string {
  const files = chosen.filter(({ isFolder }) => !isFolder)
  const bytes = files.reduce((sum, { fileSize }) => sum + fileSize, 0)
  const what =
    files.length > 0
      ? `${chosen.length} selected (${formatBytes(bytes)})`
      : `${countText(chosen.length, 'folder')} selected`
  const here = new Set(shown.map(({ id }) => id))
  const away = chosen.filter(({ id }) => !here.has(id)).length
  return away > 0 ? `${what}, ${away} on other pages` : what
}

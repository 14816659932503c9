import type { ListedFile } from '#features/file-manager/contract/contract.ts'
import { formatBytes } from '#shared/bytes.ts'
import { countText } from '#shared/text/count-text.ts'

/** A selected file, and the page that last showed it. */
type SelectedFile = { file: ListedFile; page: string }
export type Picks = ReadonlyMap<string, SelectedFile>

type Shown = { rows: readonly ListedFile[]; page: string }

/** Selects or deselects one row. */
export function toggled(picks: Picks, id: string, { rows, page }: Shown): Picks {
  const next = new Map(picks)
  const file = rows.find((row) => row.id === id)
  if (!next.delete(id) && file) next.set(id, { file, page })
  return next
}

/** Adds all rows between the two; only the row itself when the first is not on the page. */
export function withRange(picks: Picks, ends: [from: string | undefined, to: string], shown: Shown): Picks {
  const [from, to] = ends.map((end) => shown.rows.findIndex(({ id }) => id === end)).sort((a, b) => a - b)
  if (from === undefined || to === undefined || from < 0) return toggled(picks, ends[1], shown)
  return withAll(picks, { ...shown, rows: shown.rows.slice(from, to + 1) })
}

/** Adds all rows of the page to those of other pages. */
export const withAll = (picks: Picks, { rows, page }: Shown): Picks =>
  new Map([...picks, ...rows.map((file) => [file.id, { file, page }] as const)])

/** Deselects these rows. */
export const withNone = (picks: Picks, { rows }: Shown): Picks => {
  const ids = new Set(rows.map(({ id }) => id))
  return new Map([...picks].filter(([id]) => !ids.has(id)))
}

/** Updates the selected rows; a row that disappeared from its page is deselected. */
export function chosenOf(picks: Picks, { rows, page }: Shown): ListedFile[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return [...picks].flatMap(([id, picked]) => byId.get(id) ?? (picked.page === page ? [] : [picked.file]))
}

/** `3 selected (1.2 MB)`; the size of folder contents is not known here. */
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

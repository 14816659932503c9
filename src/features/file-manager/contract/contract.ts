import { z } from 'zod'
import { conflictChoices, fileOutput } from '#features/files/contract/contract.ts'
import {
  isShownName,
  nameRule,
  pathRule,
  readName,
  readPath,
  shownRule,
} from '#features/files/contract/names.ts'
import { kib } from '#shared/bytes.ts'
import { id, idFilter, instant, page, searchText } from '#shared/schema.ts'
import { maxBatch, maxEditedBytes } from './limits.ts'
import { readFileSort } from './sort.ts'

/** Limit per upload request; the screen sends each file in its own request. */
export const maxUploadFiles = 100

const checked = (read: (text: string) => string | null, sentence: string) =>
  z.string(sentence).transform((text, issue) => {
    const value = read(text)
    if (value !== null) return value
    issue.addIssue({ code: 'custom', message: sentence })
    return z.NEVER
  })

/** New name of a file or folder. */
export const fileName = checked(readName, nameRule).refine(isShownName, shownRule)
export const folderPath = checked(readPath, pathRule)

/** Characters of the longest folder and the longest name together. */
const maxFilePath = 1_280
const namedPath = folderPath.refine((path) => path !== '', 'Enter a name.')

/** `?path=` narrows the list to one folder, `path=` alone to the root; without it all folders are listed. */
export const listInput = page.extend({ serviceId: idFilter.optional(), path: folderPath.optional() })
export type ListInput = z.output<typeof listInput>

/** Files of one page of the screen: each is a third of a kilobyte on the wire and 60 µs of rendering. */
export const rowsPerPage = 100

/** Limit of search matches over all pages. */
export const maxMatches = 1_000

/**
 * A page of the screen: a folder, the root unless `path` says otherwise; or with `q` the names that contain it, in all folders
 * unless `path` names one. `cursor` comes from a neighbouring page; any other text opens the first page.
 */
export const browseInput = z.object({
  serviceId: idFilter.optional(),
  path: folderPath.optional(),
  q: searchText(255).optional(),
  sort: z.string().optional().transform(readFileSort),
  cursor: z.string().max(4_000).optional(),
})
export type BrowseInput = z.output<typeof browseInput>

export const trashInput = page.extend({ serviceId: idFilter.optional() })
export const emptyTrashInput = z.object({ serviceId: idFilter.optional() })

export const uploadInput = z.object({
  serviceId: id,
  path: folderPath.default(''),
  conflict: z.enum(conflictChoices, 'Choose replace or keep-both.').optional(),
})

export const createFolderInput = z.object({ serviceId: id, path: namedPath })
/** `was` is the path that the caller saw: a file renamed or moved since then does not change. */
export const changeFileInput = z.object({
  id,
  name: fileName.optional(),
  path: folderPath.optional(),
  was: z.string().max(maxFilePath).optional(),
})
/** Limit of files and folders in one request. */
export const selectionInput = z.object({
  ids: z.array(id).min(1, 'Choose a file.').max(maxBatch, `At most ${maxBatch} at once.`),
})

/** Longest body of a save: JSON escapes a line break to two bytes, and the other fields are short. */
export const maxSaveBytes = 2 * maxEditedBytes + 4 * kib

/** `baseVersion` is the ETag of the content that was read; another current version is refused. */
export const saveContentInput = z.object({
  id,
  content: z
    .string('Send the text of the file.')
    .refine((text) => text.isWellFormed(), 'This text cannot be written as UTF-8.'),
  baseVersion: z.string().max(64).optional(),
})
export type SaveContent = z.output<typeof saveContentInput>

/** `version` differs whenever the bytes do; `null` for a folder. */
export const openedFileOutput = fileOutput.extend({ version: z.string().nullable() })
export type OpenedFile = z.output<typeof openedFileOutput>

/** Target folder for files of one service. */
export const moveFilesInput = selectionInput.extend({ path: folderPath })

/** A single-use download path of an archive on the portal. */
export const archiveOutput = z.object({ url: z.string(), expiresAt: instant })

/** `isShared` while a link opens it without a session. */
const listedFileOutput = fileOutput.extend({ isShared: z.boolean() })
export type ListedFile = z.output<typeof listedFileOutput>

/**
 * `matches` counts the rows of all pages; `isCapped` means that a search found more, `isMissing` that the folder does not exist.
 * `totals` are those of the service, or of all services, whichever folder is shown; sizes in bytes. `previous` and `next` are
 * page cursors.
 */
export const browseOutput = z.object({
  items: z.array(listedFileOutput),
  page: z.number(),
  pages: z.number(),
  matches: z.number(),
  isCapped: z.boolean(),
  isMissing: z.boolean(),
  previous: z.string().nullable(),
  next: z.string().nullable(),
  totals: z.object({ files: z.number(), bytes: z.number(), images: z.number() }),
})
export type BrowsePage = z.output<typeof browseOutput>

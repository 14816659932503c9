import { z } from 'zod'
import { mib } from '#shared/bytes.ts'
import { id, instant, lines, maybeInstant, requiredLine } from '#shared/schema.ts'
import { fileTypes } from './kinds.ts'
import { templates } from './template-names.ts'

/** Longest text of one file, in bytes of UTF-8. These and the limits below: docs/product/projects.md, "Projects". */
export const maxFileBytes = mib
/** JSON may need two bytes for one of the text. */
export const maxBodyBytes = 2 * mib
export const maxFiles = 200
/** Projects of one customer: as many as a list shows at once. */
export const maxProjects = 1_000
/** Files of one customer: as many as a screen can list. */
export const maxFilesTogether = 5_000
/** Texts a file had before, the newest of them. */
export const keptVersions = 20
/** All texts of one customer. */
export const maxTotalBytes = 64 * mib
/** All texts that the files of one customer had before; beyond it the oldest go. */
export const maxVersionBytes = 64 * mib
/** Texts on one page of the list of projects; each file counts a few bytes more for what is said of it. */
export const maxListedBytes = 4 * mib
export const entryBytes = 256

const maxNameBytes = 255

const projectName = requiredLine(100, 'Enter a project name.')
const description = z
  .string()
  .nullish()
  .transform((text) => text ?? '')
  .pipe(lines(1_000))
  .transform((text) => text || null)

const isOneSegment = (name: string) => !/[/\\:]/.test(name) && name !== '.' && name !== '..'

/** A name that is one step of a path wherever the file is written: in the zip, on a customer's own disk, on the site. */
const fileName = requiredLine(maxNameBytes, 'Enter a file name.')
  .transform((name) => name.normalize('NFC'))
  .refine(isOneSegment, 'A file name must not contain a slash, a backslash or a colon.')
  .refine((name) => new TextEncoder().encode(name).length <= maxNameBytes, `At most ${maxNameBytes} bytes.`)

const isText = (text: string) => !text.includes('\0') && text.isWellFormed()
const content = z.string().refine(isText, 'The text contains characters that cannot be stored.')
const type = z.enum(fileTypes, 'Choose a file type.')

export const createProjectInput = z.object({
  name: projectName,
  description,
  /** What it begins with; without one it is empty. */
  template: z.enum(templates, `Choose one of ${templates.join(', ')}.`).nullish(),
})
export const updateProjectInput = z.object({
  id,
  name: projectName.optional(),
  description: description.optional(),
})
export const createFileInput = z.object({ projectId: id, name: fileName, type, content: content.default('') })
export const byFileId = z.object({ fileId: id })
export const saveFileInput = z.object({
  fileId: id,
  content,
  /** The version the text was made from; without it the save wins over whatever is there. */
  baseVersion: z.number().int().positive().nullish(),
})
export const updateFileInput = z.object({ fileId: id, name: fileName.optional(), type: type.optional() })
/** Part of a path: what is no number is a version that does not exist. */
export const restoreInput = z.object({ fileId: id, version: z.coerce.number().int().min(1).catch(0) })
export const publishInput = z.object({ id, serviceId: id })

const fileFields = {
  id: z.string(),
  projectId: z.string(),
  name: z.string(),
  type: z.enum(fileTypes),
  size: z.number(),
  version: z.number(),
  createdAt: instant,
  updatedAt: instant,
}
export const fileEntryOutput = z.object(fileFields)
export type FileEntry = z.output<typeof fileEntryOutput>

export const projectFileOutput = z.object({ ...fileFields, content: z.string() })
export type ProjectFile = z.output<typeof projectFileOutput>

const projectFields = {
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  publishedServiceId: z.string().nullable(),
  publishedAt: maybeInstant,
  /** The publish that can be undone: until when, and how many files of the site go to the trash and come back. */
  publishUndo: z
    .object({ serviceId: z.string(), until: instant, added: z.number(), replaced: z.number() })
    .nullable(),
  createdAt: instant,
  updatedAt: instant,
}
/** `content` is `null` where a project alone has more texts than a page of the list takes: read those file by file. */
const listedFileOutput = z.object({ ...fileFields, content: z.string().nullable() })
export const projectOutput = z.object({ ...projectFields, files: z.array(listedFileOutput) })

/** A project with its files but not their texts, which may be megabytes. */
export const outlineOutput = z.object({ ...projectFields, files: z.array(fileEntryOutput) })
export type Outline = z.output<typeof outlineOutput>

export const versionOutput = z.object({ version: z.number(), size: z.number(), createdAt: instant })

/** What publishing would do to the site as things stand; a folder of a file's name is in its way. */
export const publishPlanOutput = z.object({
  added: z.array(z.string()),
  replaced: z.array(z.object({ name: z.string(), changedAt: instant })),
  unchanged: z.array(z.string()),
  inTheWay: z.array(z.string()),
  /** The project that was published to this site last. */
  lastPublish: z.object({ name: z.string(), at: instant }).nullable(),
})
export type PublishPlan = z.output<typeof publishPlanOutput>

/** Files that a page names and nobody has: as many as are listed at once. */
export const mostMissing = 100
/** `type` is what the project can make of it; null for what it cannot hold, which belongs on the site itself. */
export const missingOutput = z.array(
  z.object({ path: z.string(), pages: z.array(z.string()), type: z.enum(fileTypes).nullable() }),
)
export type MissingFile = z.output<typeof missingOutput>[number]

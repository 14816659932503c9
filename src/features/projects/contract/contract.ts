import { z } from 'zod'
import { mib } from '#shared/bytes.ts'
import { id, instant, lines, maybeInstant, requiredLine } from '#shared/schema.ts'
import { fileTypes } from './kinds.ts'
import { templates } from './template-names.ts'

/** Maximum size of a file, in bytes of UTF-8. This and the limits below: docs/product/projects.md, "Projects". */
export const maxFileBytes = mib
/** JSON may need two bytes per byte of text. */
export const maxBodyBytes = 2 * mib
export const maxFiles = 200
/** Projects per customer, as many as a list shows. */
export const maxProjects = 1_000
/** Files per customer, as many as a screen can list. */
export const maxFilesTogether = 5_000
/** Earlier versions per file, the newest. */
export const keptVersions = 20
/** Size of all of a customer's files. */
export const maxTotalBytes = 64 * mib
/** Size of all earlier versions of a customer's files; the oldest are deleted first. */
export const maxVersionBytes = 64 * mib
/** Size of the texts on one page of the project list; each file adds `entryBytes` for its other fields. */
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

/** A name that is a single path segment in the zip, on the customer's disk and on the site. */
const fileName = requiredLine(maxNameBytes, 'Enter a file name.')
  .transform((name) => name.normalize('NFC'))
  .refine(isOneSegment, 'A file name must not contain a slash, a backslash or a colon.')
  .refine(
    (name) => new TextEncoder().encode(name).length <= maxNameBytes,
    `Use at most ${maxNameBytes} bytes.`,
  )

const isText = (text: string) => !text.includes('\0') && text.isWellFormed()
const content = z.string().refine(isText, 'The text contains characters that cannot be stored.')
const type = z.enum(fileTypes, 'Choose a file type.')

export const createProjectInput = z.object({
  name: projectName,
  description,
  /** Its initial files; none without a template. */
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
  /** The version that the edit is based on; without it the save overwrites any version. */
  baseVersion: z.number().int().positive().nullish(),
})
export const updateFileInput = z.object({ fileId: id, name: fileName.optional(), type: type.optional() })
/** Part of a path: an invalid number becomes a version that does not exist. */
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
  /** The publish that can be undone: until when, how many files the undo moves to the trash, and how many it restores. */
  publishUndo: z
    .object({ serviceId: z.string(), until: instant, added: z.number(), replaced: z.number() })
    .nullable(),
  createdAt: instant,
  updatedAt: instant,
}
/** `content` is `null` beyond the page size of a project that exceeds it alone: read those file by file. */
const listedFileOutput = z.object({ ...fileFields, content: z.string().nullable() })
export const projectOutput = z.object({ ...projectFields, files: z.array(listedFileOutput) })

/** A project with its files, without their texts, which may be megabytes. */
export const outlineOutput = z.object({ ...projectFields, files: z.array(fileEntryOutput) })
export type Outline = z.output<typeof outlineOutput>

export const versionOutput = z.object({ version: z.number(), size: z.number(), createdAt: instant })

/** The current effect of a publish on the site; a folder with a file's name blocks it. */
export const publishPlanOutput = z.object({
  added: z.array(z.string()),
  replaced: z.array(z.object({ name: z.string(), changedAt: instant })),
  unchanged: z.array(z.string()),
  inTheWay: z.array(z.string()),
  /** The last project published to this site. */
  lastPublish: z.object({ name: z.string(), at: instant }).nullable(),
})
export type PublishPlan = z.output<typeof publishPlanOutput>

/** Missing files in one list. */
export const mostMissing = 100
/** `type` is the type of a project file; null for other files, which belong on the site itself. */
export const missingOutput = z.array(
  z.object({ path: z.string(), pages: z.array(z.string()), type: z.enum(fileTypes).nullable() }),
)
export type MissingFile = z.output<typeof missingOutput>[number]

import { z } from 'zod'
import { databaseTypes, typeNames } from '#features/engines/contract/kinds.ts'
import { id, idFilter, instant, maybeInstant, page } from '#shared/schema.ts'
import { day } from '#shared/time.ts'
import { isReserved } from './reserved.ts'

const statuses = ['active', 'pending', 'failed'] as const

/** A deleted database can be restored for this long. */
export const dumpMs = 7 * day
const maxNameLength = 48
const maxUserLength = 24
const minPasswordLength = 8
/** Bytes; the longest password that the engines accept in a statement without harm. */
const maxPasswordLength = 128

const plainName = (missing: string, max: number) =>
  z
    .string(missing)
    .min(1, missing)
    .regex(/^[A-Za-z0-9_]+$/, 'Only letters, numbers, and underscores allowed')
    .max(max, `At most ${max} characters.`)

const shortPassword = `Password must be at least ${minPasswordLength} characters`

const databasePassword = z
  .string(shortPassword)
  .min(minPasswordLength, shortPassword)
  .max(maxPasswordLength, `At most ${maxPasswordLength} characters.`)
  .regex(/^[!-~ ]*$/, 'Only English letters, digits and symbols.')

export const createDatabaseInput = z
  .object({
    serviceId: id,
    dbName: plainName('Database name is required', maxNameLength),
    dbUser: plainName('Username is required', maxUserLength),
    dbPassword: databasePassword,
    dbType: z.enum(databaseTypes, 'Choose mysql, postgresql or mongodb.').default('mysql'),
  })
  .superRefine(({ dbType, ...names }, issue) => {
    for (const field of ['dbName', 'dbUser'] as const)
      if (isReserved(dbType, names[field]))
        issue.addIssue({
          code: 'custom',
          path: [field],
          message: `${typeNames[dbType]} reserves this name. Choose another one.`,
        })
  })

export const listDatabasesInput = page.extend({ serviceId: idFilter.optional() })

export const databaseOutput = z.object({
  id: z.string(),
  serviceId: z.string(),
  dbName: z.string(),
  dbType: z.enum(databaseTypes),
  dbUser: z.string(),
  /** MB of 1,048,576 bytes, with two decimals. */
  size: z.number(),
  /** `pending`: the engine does not have it, or its latest change, yet. */
  status: z.enum(statuses),
  /** Why it is pending or failed, or refuses connections, as a sentence. */
  reason: z.string().nullable(),
  /** Whether applications can connect: not while its service is suspended. */
  isOpen: z.boolean(),
  /** Whether its engine had it and then lost it. */
  isMissing: z.boolean(),
  /** Connection settings of applications, except the password; the names are those in the engine. */
  connection: z.object({
    /** Null until the engine has run once. */
    host: z.string().nullable(),
    port: z.number().nullable(),
    database: z.string(),
    username: z.string(),
  }),
  /** External addresses that may connect, as CIDR. */
  allow: z.array(z.string()),
  /** Sizes in MB over the last 24 hours, oldest first, at most 24. */
  recentSizes: z.array(z.number()),
  createdAt: instant,
  service: z.object({ id: z.string(), plan: z.object({ name: z.string() }) }),
})
export type Database = z.output<typeof databaseOutput>

/** `notes`: differences from the file, as sentences. */
export const importOutput = databaseOutput.extend({ notes: z.array(z.string()) })

export const changePasswordInput = z.object({ id, password: databasePassword })

export const setAccessInput = z.object({
  id,
  allow: z
    .array(z.string('Enter an address such as 203.0.113.7 or 203.0.113.0/24.'))
    .max(20, 'At most 20 addresses.'),
})

/** `1` and `true` turn `gzip` on. */
export const exportInput = z.object({
  gzip: z
    .enum(['', '0', '1', 'false', 'true'], 'Choose true or false.')
    .default('')
    .transform((value) => value === '1' || value === 'true'),
})

export const listDumpsInput = page

/** A deleted database. */
export const databaseDumpOutput = z.object({
  id: z.string(),
  serviceId: z.string(),
  dbName: z.string(),
  dbType: z.enum(databaseTypes),
  dbUser: z.string(),
  /** `writing`: the dump is not ready to restore yet. */
  status: z.enum(['writing', 'kept', 'restoring', 'failed']),
  reason: z.string().nullable(),
  /** Bytes. */
  fileSize: z.number(),
  createdAt: instant,
  expiresAt: instant,
  service: z.object({ id: z.string(), plan: z.object({ name: z.string() }) }),
})
export type DatabaseDump = z.output<typeof databaseDumpOutput>

/** Measurements, oldest sample first; sizes in MB. */
export const usageOutput = z.object({
  samples: z.array(z.object({ at: instant, size: z.number(), connections: z.number() })),
  connections: z.number().nullable(),
  maxConnections: z.number(),
  /** Null when the engine does not report it. */
  slow: z.array(z.object({ statement: z.string(), calls: z.number(), meanMs: z.number() })).nullable(),
  measuredAt: maybeInstant,
})
export type DatabaseUsage = z.output<typeof usageOutput>

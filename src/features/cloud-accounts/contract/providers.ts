import { z } from 'zod'
import { id, instant, line, maybeInstant, requiredLine } from '#shared/schema.ts'
import { type ProviderName, providerFacts, providerNames } from './provider-facts.ts'

/** The limit of connected accounts per customer. */
export const maxProviders = 20

const maxCredential = 512

const credential = z
  .string()
  .trim()
  .max(maxCredential, `At most ${maxCredential} characters.`)
  .regex(/^[\x21-\x7e]*$/, 'Keys contain only letters, digits and common symbols, without spaces.')
  .transform((text) => text || undefined)
  .nullish()
  .transform((text) => text ?? undefined)

const regionPattern = /^[a-z]{2,12}(-[a-z]{2,12}){0,3}(-?\d{1,2})?$/
const awsRegionPattern = /^[a-z]{2}(-[a-z]{2,12}){1,3}-\d{1,2}$/

/** A region may become part of a host name, so only the shape of a region passes. */
export const isRegionOf = (name: ProviderName, region: string): boolean =>
  (name === 'aws' ? awsRegionPattern : regionPattern).test(region)

export const badRegion = 'Enter a region such as us-east-1.'

const region = line(40)
  .transform((text) => text.toLowerCase() || undefined)
  .nullish()
  .transform((text) => text ?? undefined)

const projectId = line(100)
  .transform((text) => text || null)
  .nullish()

const displayName = requiredLine(60, 'Enter a name for this account.')

type Credentials = {
  name: ProviderName
  accessKeyId: string | undefined
  secretAccessKey: string | undefined
  region: string | undefined
}

/** Reports every invalid field in one response, provided that the provider is known. */
const when = ({ value }: { value: unknown }): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  providerNames.some((name) => name === value.name)

const credentialsOf = ({ name }: Credentials) => providerFacts[name].credentials
const regionOf = ({ name, region }: Credentials): string => region ?? providerFacts[name].region

/** `POST /api/cloud/providers`. A token is sent as `secretAccessKey`. */
export const connectProviderInput = z
  .object({
    name: z.enum(providerNames, 'Choose a provider from the list.'),
    displayName,
    accessKeyId: credential,
    secretAccessKey: credential,
    projectId,
    region,
  })
  .refine((given) => credentialsOf(given) !== 'key pair' || given.accessKeyId, {
    path: ['accessKeyId'],
    error: 'Enter the access key ID.',
    when,
  })
  .refine((given) => credentialsOf(given) !== 'key pair' || given.secretAccessKey, {
    path: ['secretAccessKey'],
    error: 'Enter the secret access key.',
    when,
  })
  .refine((given) => credentialsOf(given) !== 'token' || given.secretAccessKey, {
    path: ['secretAccessKey'],
    error: 'Enter the API token.',
    when,
  })
  .refine((given) => isRegionOf(given.name, regionOf(given)), { path: ['region'], error: badRegion, when })
  .transform((given) => ({ ...given, projectId: given.projectId ?? null, region: regionOf(given) }))
export type ConnectProvider = z.output<typeof connectProviderInput>

/** `PATCH /api/cloud/providers/{id}`: absent fields stay; new keys are validated before they replace the old ones. */
export const updateProviderInput = z.object({
  id,
  displayName: displayName.optional(),
  accessKeyId: credential,
  secretAccessKey: credential,
  projectId,
  region,
  isActive: z.boolean().optional(),
})
export type UpdateProvider = z.output<typeof updateProviderInput>

/** A connected account as listed in all-services. */
export const providerRowOutput = z.object({
  id: z.string(),
  name: z.string(),
  displayName: z.string(),
  region: z.string(),
  isActive: z.boolean(),
  sample: z.boolean(),
  simulated: z.boolean(),
})

/** A connected account. Keys are write-only: responses carry only the end of the key. */
export const providerOutput = z.object({
  id: z.string(),
  name: z.string(),
  displayName: z.string(),
  /** The end of the access key ID, or of the token where the provider has no key ID: `••••WXYZ`; null without keys. */
  accessKeyId: z.string().nullable(),
  projectId: z.string().nullable(),
  region: z.string(),
  isActive: z.boolean(),
  sample: z.boolean(),
  simulated: z.boolean(),
  /**
   * The time at which the provider accepted the keys; null before that, or when it refuses them now: `validationMessage` says
   * why.
   */
  validatedAt: maybeInstant,
  /** One sentence about a problem: keys refused, provider unreachable, a list not permitted. */
  validationMessage: z.string().nullable(),
  /** The time of the last successful refresh. */
  refreshedAt: maybeInstant,
  createdAt: instant,
  updatedAt: instant,
})
export type ConnectedProvider = z.output<typeof providerOutput>

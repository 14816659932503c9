import { z } from 'zod'
import { id, instant, line, maybeInstant, requiredLine } from '#shared/schema.ts'

export const providerNames = ['simulator', 'hetzner', 'digitalocean', 'aws'] as const
export type ProviderName = (typeof providerNames)[number]

/** Providers that exist outside of the portal. */
export const remoteProviderNames = ['hetzner', 'digitalocean', 'aws'] as const
export type RemoteProviderName = (typeof remoteProviderNames)[number]

type ProviderFacts = {
  label: string
  /** What opens an account: a pair of keys, a token alone (sent as `secretAccessKey`), or nothing. */
  credentials: 'key pair' | 'token' | 'none'
  /** What `region` is when none is given; an account of a provider with `global` is listed in all its regions. */
  region: string
  /** What the portal lists and can do, for whoever is about to connect an account. */
  offers: string
}

/** What differs from provider to provider, for the rules below and for the form. */
export const providerFacts: Record<ProviderName, ProviderFacts> = {
  simulator: {
    label: 'Simulator',
    credentials: 'none',
    region: 'us-east-1',
    offers: 'Sample resources that exist nowhere. No keys needed.',
  },
  hetzner: {
    label: 'Hetzner Cloud',
    credentials: 'token',
    region: 'global',
    offers: 'Servers and volumes. Start, stop and reboot need a token with read and write access.',
  },
  digitalocean: {
    label: 'DigitalOcean',
    credentials: 'token',
    region: 'global',
    offers: 'Droplets, volumes and databases. Start, stop and reboot need a token with write access.',
  },
  aws: {
    label: 'Amazon Web Services',
    credentials: 'key pair',
    region: 'us-east-1',
    offers: 'EC2 instances, S3 buckets, RDS databases and Lambda functions of one region.',
  },
}

/** Connected accounts of one customer. */
export const maxProviders = 20

const maxCredential = 512

const credential = z
  .string()
  .trim()
  .max(maxCredential, `At most ${maxCredential} characters.`)
  .regex(/^[\x21-\x7e]*$/, 'Keys have no spaces and no special letters.')
  .transform((text) => text || undefined)
  .nullish()
  .transform((text) => text ?? undefined)

const regionPattern = /^[a-z]{2,12}(-[a-z]{2,12}){0,3}(-?\d{1,2})?$/
const awsRegionPattern = /^[a-z]{2}(-[a-z]{2,12}){1,3}-\d{1,2}$/

/** The region of a provider may become part of a host name: nothing but the shape of one passes. */
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

/** What a provider needs and was not given; field to sentence. */
function missingCredentials(
  name: ProviderName,
  given: { accessKeyId: string | undefined; secretAccessKey: string | undefined },
): [field: 'accessKeyId' | 'secretAccessKey', sentence: string][] {
  const { credentials } = providerFacts[name]
  if (credentials === 'none') return []
  const isPair = credentials === 'key pair'
  return [
    ...(isPair && !given.accessKeyId ? [['accessKeyId', 'Enter the access key ID.'] as const] : []),
    ...(given.secretAccessKey
      ? []
      : [['secretAccessKey', isPair ? 'Enter the secret access key.' : 'Enter the API token.'] as const]),
  ].map(([field, sentence]) => [field, sentence])
}

/** `POST /api/cloud/providers` (decisions section 4, "Cloud"). A provider with a token takes it as `secretAccessKey`. */
export const connectProviderInput = z
  .object({
    name: z.enum(providerNames, 'Choose a provider that is offered.'),
    displayName,
    accessKeyId: credential,
    secretAccessKey: credential,
    projectId,
    region,
  })
  .transform((given, issue) => {
    for (const [field, message] of missingCredentials(given.name, given))
      issue.addIssue({ code: 'custom', path: [field], message })
    const wanted = given.region ?? providerFacts[given.name].region
    if (!isRegionOf(given.name, wanted))
      issue.addIssue({ code: 'custom', path: ['region'], message: badRegion })
    return { ...given, projectId: given.projectId ?? null, region: wanted }
  })
export type ConnectProvider = z.output<typeof connectProviderInput>

/** `PATCH /api/cloud/providers/{id}`: what is absent stays; new keys are validated before they replace the old ones. */
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

/** A connected account. Keys are write-only: of them nothing but the end of the key is told. */
export const providerOutput = z.object({
  id: z.string(),
  name: z.string(),
  displayName: z.string(),
  /** The end of the access key ID, or of the token of a provider that knows no ID: `••••WXYZ`; null without keys. */
  accessKeyId: z.string().nullable(),
  projectId: z.string().nullable(),
  region: z.string(),
  isActive: z.boolean(),
  sample: z.boolean(),
  simulated: z.boolean(),
  /** When the provider accepted the keys; null while it has not, or refuses them now: `validationMessage` says why. */
  validatedAt: maybeInstant,
  /** One sentence when something is not as it should be: keys refused, provider not reached, a list not permitted. */
  validationMessage: z.string().nullable(),
  /** When its resources were last read from it. */
  refreshedAt: maybeInstant,
  createdAt: instant,
  updatedAt: instant,
})
export type ConnectedProvider = z.output<typeof providerOutput>

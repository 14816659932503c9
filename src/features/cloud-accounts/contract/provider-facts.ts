// Separate from the schemas, so that a page that only describes providers does not load them.

export const providerNames = ['simulator', 'hetzner', 'digitalocean', 'aws'] as const
export type ProviderName = (typeof providerNames)[number]

/** The provider of the sample data; its resources do not exist. */
export const simulatorName = 'simulator' satisfies ProviderName

/** Providers outside the portal. */
export const remoteProviderNames = ['hetzner', 'digitalocean', 'aws'] as const
export type RemoteProviderName = (typeof remoteProviderNames)[number]

/** `region` of an account whose resources are listed in all regions. */
export const everyRegion = 'global'

type ProviderFacts = {
  label: string
  /** The kind of credentials: a key pair, a token alone (sent as `secretAccessKey`), or nothing. */
  credentials: 'key pair' | 'token' | 'none'
  /** The default `region`; an account of a provider with `global` is listed in all its regions. */
  region: string
  /** Shown while connecting an account: the resources that the portal lists and the actions it can take. */
  offers: string
}

/** The differences between providers, for the rules below and for the form. */
export const providerFacts: Record<ProviderName, ProviderFacts> = {
  simulator: {
    label: 'Simulator',
    credentials: 'none',
    region: 'us-east-1',
    offers: 'Sample resources that exist only in this portal. No keys needed.',
  },
  hetzner: {
    label: 'Hetzner Cloud',
    credentials: 'token',
    region: everyRegion,
    offers: 'Servers and volumes. Start, stop and reboot need a token with read and write access.',
  },
  digitalocean: {
    label: 'DigitalOcean',
    credentials: 'token',
    region: everyRegion,
    offers: 'Droplets, volumes and databases. Start, stop and reboot need a token with write access.',
  },
  aws: {
    label: 'Amazon Web Services',
    credentials: 'key pair',
    region: 'us-east-1',
    offers: 'EC2 instances, RDS databases and Lambda functions in one region, and all S3 buckets.',
  },
}

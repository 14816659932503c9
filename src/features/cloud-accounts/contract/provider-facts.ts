// Apart from the schemas, so that a page that only tells of providers does not load them.

export const providerNames = ['simulator', 'hetzner', 'digitalocean', 'aws'] as const
export type ProviderName = (typeof providerNames)[number]

/** The provider of the sample data; nothing of it exists anywhere. */
export const simulatorName = 'simulator' satisfies ProviderName

/** Providers that exist outside of the portal. */
export const remoteProviderNames = ['hetzner', 'digitalocean', 'aws'] as const
export type RemoteProviderName = (typeof remoteProviderNames)[number]

/** `region` of an account that is listed in all regions. */
export const everyRegion = 'global'

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
    offers: 'EC2 instances, RDS databases and Lambda functions of one region, and all S3 buckets.',
  },
}

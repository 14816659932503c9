import type { InstanceAction } from '../contract.ts'

/** What opens an account at a provider. */
export type CloudAccount = {
  accessKeyId: string
  secretAccessKey: string
  projectId: string | null
  region: string
}

export type RemoteInstance = {
  instanceId: string
  name: string
  instanceType: string
  status: 'running' | 'stopped' | 'in-progress' | 'pending'
  publicIp: string | null
  privateIp: string | null
  region: string
  zone: string | null
  imageId: string | null
  launchedAt: Date | null
}

export type RemoteBucket = {
  bucketName: string
  region: string
  sizeBytes: number | null
  objectCount: number | null
}

export type RemoteDatabase = {
  instanceId: string
  name: string
  engine: string
  version: string | null
  instanceClass: string
  status: string
  endpoint: string | null
  port: number | null
  /** GiB. */
  allocatedStorage: number | null
  region: string
}

export type RemoteFunction = {
  name: string
  runtime: string
  handler: string | null
  memoryMb: number
  timeoutSeconds: number
  status: string
  codeSize: number | null
  region: string
}

/** Everything a provider lists of an account; a list the provider does not have is empty. */
export type CloudSnapshot = {
  instances: RemoteInstance[]
  storage: RemoteBucket[]
  databases: RemoteDatabase[]
  functions: RemoteFunction[]
}

/** The provider refused the credentials or the request; the message is one sentence for the customer. */
export class ProviderRefused extends Error {}

/** The provider could not be reached, was too slow or answered nonsense; worth another try, at the earliest after `retryAfterMs`. */
export class ProviderUnavailable extends Error {
  readonly retryAfterMs: number | null
  constructor(message: string, retryAfterMs: number | null = null) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}

/** A provider of cloud resources. Every call ends within ten seconds. */
export interface CloudDriver {
  readonly name: string
  /** @throws ProviderRefused, ProviderUnavailable */
  validate(account: CloudAccount): Promise<void>
  /** @throws ProviderRefused, ProviderUnavailable */
  list(account: CloudAccount): Promise<CloudSnapshot>
  /** Asks for the action; the provider carries it out in its own time. @throws ProviderRefused, ProviderUnavailable */
  act(account: CloudAccount, instanceId: string, action: InstanceAction): Promise<void>
}

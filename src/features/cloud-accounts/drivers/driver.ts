import type { ProviderName } from '../contract/provider-facts.ts'
import type { InstanceAction, Transition } from '../contract/transitions.ts'

/** What opens an account at a provider. A provider with a token takes it as the secret. */
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
  keyPairName: string | null
  securityGroups: string[]
  tags: Record<string, string>
  launchedAt: Date | null
}

/** A bucket, or a volume (`storageClass` BLOCK). Null is what the provider does not tell. */
export type RemoteBucket = {
  bucketName: string
  region: string
  storageClass: string | null
  versioning: boolean | null
  encryption: boolean | null
  publicAccess: boolean | null
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
  username: string | null
  /** GiB. */
  allocatedStorage: number | null
  multiAz: boolean | null
  /** Days. */
  backupRetention: number | null
  maintenanceWindow: string | null
  region: string
}

export type RemoteFunction = {
  name: string
  runtime: string
  handler: string | null
  memoryMb: number
  timeoutSeconds: number
  /** Null is what the provider does not tell, like the counts. */
  status: string | null
  codeSize: number | null
  invocationCount: number | null
  errorCount: number | null
  region: string
}

/** Everything a provider lists of an account; a list the provider does not have is empty. */
export type CloudSnapshot = {
  instances: RemoteInstance[]
  storage: RemoteBucket[]
  databases: RemoteDatabase[]
  functions: RemoteFunction[]
  /** A sentence for each list that these keys may not read. */
  notes: string[]
}

/** Why a provider said no: the keys are wrong, may not do this, the thing is gone or in another state, or the request is none. */
export type RefusalReason = 'credentials' | 'permission' | 'missing' | 'state' | 'request'

/** The provider refused the credentials or the request; the message is one sentence for the customer. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused'
  readonly reason: RefusalReason
  constructor(message: string, reason: RefusalReason) {
    super(message)
    this.reason = reason
  }
}

/** The provider could not be reached, was too slow or answered nonsense; worth another try, at the earliest after `retryAfterMs`. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable'
  readonly retryAfterMs: number | null
  constructor(message: string, retryAfterMs: number | null = null) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}

/** Of a provider outside: actions end when its lists show it. */
export const remoteTransitions: Record<InstanceAction, Transition> = {
  start: { endsIn: 'running', ms: null },
  stop: { endsIn: 'stopped', ms: null },
  reboot: { endsIn: 'running', ms: null },
}

/**
 * A provider of cloud resources. Each request to it ends within ten seconds; a list is several of them, which `signal`
 * ends. Neither errors nor answers carry the keys or the provider's own words.
 */
export interface CloudDriver {
  readonly name: ProviderName
  /** `embedded`: its resources are rows of the portal alone, which are never refreshed. */
  readonly mode: 'embedded' | 'remote'
  readonly transitions: Record<InstanceAction, Transition>
  /** @throws ProviderRefused, ProviderUnavailable */
  validate(account: CloudAccount): Promise<void>
  /** @throws ProviderRefused, ProviderUnavailable */
  list(account: CloudAccount, signal?: AbortSignal): Promise<CloudSnapshot>
  /** Asks for the action; the provider carries it out in its own time. @throws ProviderRefused, ProviderUnavailable */
  act(account: CloudAccount, instanceId: string, action: InstanceAction): Promise<void>
}

/** Where tests redirect a driver to; the portal itself never does. */
export type DriverSettings = { baseUrl?: string; timeoutMs?: number }

import type { ProviderName } from '../contract/provider-facts.ts'
import type { InstanceAction, Transition } from '../contract/transitions.ts'

/** The credentials of an account at a provider. A token is sent as the secret. */
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

/** A bucket, or a volume (`storageClass` BLOCK). Null means that the provider does not report it. */
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
  /** Null means that the provider does not report it; the counts too. */
  status: string | null
  codeSize: number | null
  invocationCount: number | null
  errorCount: number | null
  region: string
}

/** Every resource that a provider lists for an account; a list that the provider does not have is empty. */
export type CloudSnapshot = {
  instances: RemoteInstance[]
  storage: RemoteBucket[]
  databases: RemoteDatabase[]
  functions: RemoteFunction[]
  /** A sentence for each list that these keys may not read. */
  notes: string[]
}

/** The reason of a refusal: wrong keys, no permission, resource gone, resource in another state, or invalid request. */
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

/** The provider was unreachable, too slow or answered nonsense; worth a retry, after `retryAfterMs` at the earliest. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable'
  readonly retryAfterMs: number | null
  constructor(message: string, retryAfterMs: number | null = null) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}

/** For an external provider: actions end when its lists show it. */
export const remoteTransitions: Record<InstanceAction, Transition> = {
  start: { endsIn: 'running', ms: null },
  stop: { endsIn: 'stopped', ms: null },
  reboot: { endsIn: 'running', ms: null },
}

/**
 * A provider of cloud resources. Each request to it ends within ten seconds; a list takes several, and `signal` aborts it.
 * Neither errors nor answers carry the keys or the provider's own words.
 */
export interface CloudDriver {
  readonly name: ProviderName
  /** `embedded`: its resources exist only as rows of the portal and are never refreshed. */
  readonly mode: 'embedded' | 'remote'
  readonly transitions: Record<InstanceAction, Transition>
  /** @throws ProviderRefused, ProviderUnavailable */
  validate(account: CloudAccount): Promise<void>
  /** @throws ProviderRefused, ProviderUnavailable */
  list(account: CloudAccount, signal?: AbortSignal): Promise<CloudSnapshot>
  /** Requests the action; the provider carries it out later. @throws ProviderRefused, ProviderUnavailable */
  act(account: CloudAccount, instanceId: string, action: InstanceAction): Promise<void>
}

/** For tests only: the base URL of a fake provider. */
export type DriverSettings = { baseUrl?: string; timeoutMs?: number }

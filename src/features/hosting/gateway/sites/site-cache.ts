import type { ServiceStatus } from '#features/services/contract/contract.ts'
import type { DomainName } from '#shared/names/domain-name.ts'
import { minute, second } from '#shared/time.ts'
import type { Serving } from './serving.ts'

/** The gateway's record of an active service, for one host with its serving rules. */
export type Site = {
  userId: string
  serviceId: string
  domain: DomainName | null
  status: ServiceStatus
  /** The readable part of its address below `/sites/`. */
  slug?: string | null
  serving?: Serving
  /** Whether its traffic is left out of its figures. */
  isUncounted?: true
}

/**
 * The lookup key of a request: a host, the id of a service, or a current or previous slug. A site has the host of its domain, its
 * `www.`, and the verified domains that point to it.
 */
export type SiteKey = `host:${string}` | `id:${string}` | `slug:${string}`

/** The cached sites. */
export interface Sites {
  /** The site, or null when there is none; undefined when it is not cached, and `learn` has to look it up. */
  get(key: SiteKey): Site | null | undefined
  /** Looks up a site; false when there is no answer and no cached value. */
  learn(key: SiteKey): Promise<boolean>
}

/** The results for the keys of a question. */
export type FoundSites = readonly [key: SiteKey, site: Site | null][]

/** Recently requested sites. */
export interface SiteCache extends Sites {
  /** The answer to a question; null: the lookup failed. Late answers are ignored. */
  settle(question: number, found: FoundSites | null): void
  /**
   * Invalidates an owner's sites after a change: they are looked up again before use, and so are absences. `null`: all owners.
   * Cached values stay as a fallback.
   */
  forget(userId: string | null): void
  /** The portal has exited and another is expected: cached values stay valid, and other lookups wait. */
  hold(): void
  /** Pending lookups go to the next portal. */
  resume(): void
  /** Pending lookups fail because no portal responds. */
  giveUp(): void
}

export type SiteCacheOptions = {
  /** Sends a question; false when no portal is connected. `settle` gets the answer. */
  ask(keys: SiteKey[], question: number): boolean
  /** Whether a portal is connected, or expected back in a moment. */
  isAwaited?: () => boolean
  /** Cache size; the least recently used keys are dropped. */
  capacity?: number
  /** Milliseconds of a monotonic clock. */
  now?: () => number
}

/** A change notice can be lost: a site is refreshed after this age, and not used beyond twice this age. */
const siteFreshMs = minute
const absenceFreshMs = 5 * second
/** After a failed lookup the site is tried again soon. */
const unconfirmedFreshMs = 5 * second
const longAgo = Number.NEGATIVE_INFINITY
/** Strangers can invent hosts: those must not evict sites. */
const keptAbsences = 2_000
/** One question at a time, with this many keys, and a pause between questions. */
const keysAtOnce = 100
const pauseMs = 20
const answerMs = 5 * second

/** Values by key, without the least recently set ones. */
function createBounded<Value>(capacity: number) {
  const values = new Map<SiteKey, Value>()
  return {
    values,
    put(key: SiteKey, value: Value) {
      values.delete(key)
      values.set(key, value)
      const [oldest] = values.keys()
      if (values.size > capacity && oldest !== undefined) values.delete(oldest)
    },
  }
}

/** Caches sites and looks up others, so that no table of all sites is needed. */
export function createSiteCache({
  ask,
  isAwaited = () => false,
  capacity = 20_000,
  now = () => performance.now(),
}: SiteCacheOptions): SiteCache {
  const sites = createBounded<{ site: Site; learnedAt: number; freshMs: number }>(capacity)
  const absences = createBounded<number>(keptAbsences)
  const waiting = new Map<SiteKey, PromiseWithResolvers<boolean>>()
  const line = new Set<SiteKey>()
  let pending: { question: number; keys: SiteKey[]; timer: ReturnType<typeof setTimeout> } | null = null
  let questions = 0
  let isPausing = false

  const keep = (key: SiteKey, site: Site | null, freshMs = siteFreshMs) => {
    sites.values.delete(key)
    absences.values.delete(key)
    if (site) sites.put(key, { site, learnedAt: now(), freshMs })
    else absences.put(key, now())
  }
  const end = (keys: readonly SiteKey[]) => {
    for (const key of keys) {
      waiting.get(key)?.resolve(sites.values.has(key) || absences.values.has(key))
      waiting.delete(key)
      line.delete(key)
    }
  }
  /** Without a portal, cached values stay valid. */
  const settleKnown = () => {
    const cached = [...waiting.keys()].filter((key) => sites.values.has(key) || absences.values.has(key))
    for (const key of cached) keep(key, sites.values.get(key)?.site ?? null, unconfirmedFreshMs)
    end(cached)
  }
  const despair = () => {
    settleKnown()
    end([...waiting.keys()])
  }
  const hold = () => {
    clearTimeout(pending?.timer)
    pending = null
    settleKnown()
    for (const key of waiting.keys()) line.add(key)
  }
  const pump = () => {
    if (pending !== null || isPausing || line.size === 0) return
    const keys = [...line].slice(0, keysAtOnce)
    for (const key of keys) line.delete(key)
    questions += 1
    const question = questions
    if (ask(keys, question))
      pending = { question, keys, timer: setTimeout(() => settle(question, null), answerMs) }
    else if (isAwaited()) hold()
    else despair()
  }
  const settle = (question: number, found: FoundSites | null) => {
    if (pending?.question !== question) return
    clearTimeout(pending.timer)
    for (const [key, site] of found ?? []) keep(key, site)
    if (found) end(pending.keys)
    else despair()
    pending = null
    isPausing = true
    setTimeout(() => {
      isPausing = false
      pump()
    }, pauseMs)
  }
  const learn = (key: SiteKey): Promise<boolean> => {
    const before = waiting.get(key)
    if (before) return before.promise
    const answer = Promise.withResolvers<boolean>()
    waiting.set(key, answer)
    line.add(key)
    pump()
    return answer.promise
  }
  return {
    get(key) {
      const absentSince = absences.values.get(key)
      if (absentSince !== undefined) return now() - absentSince < absenceFreshMs ? null : undefined
      const entry = sites.values.get(key)
      if (!entry) return undefined
      const age = now() - entry.learnedAt
      if (age >= 2 * entry.freshMs) return undefined
      sites.put(key, entry)
      if (age >= entry.freshMs) void learn(key)
      return entry.site
    },
    learn,
    settle,
    forget(userId) {
      for (const key of absences.values.keys()) absences.values.set(key, longAgo)
      for (const entry of sites.values.values()) {
        if (userId === null || entry.site.userId === userId) entry.learnedAt = longAgo
      }
    },
    hold,
    resume() {
      hold()
      pump()
    },
    giveUp() {
      clearTimeout(pending?.timer)
      pending = null
      despair()
    },
  }
}

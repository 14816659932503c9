import type { ServiceStatus } from '#features/services/contract/contract.ts'
import type { DomainName } from '#shared/names/domain-name.ts'
import { minute, second } from '#shared/time.ts'
import type { Serving } from './serving.ts'

/** The gateway's record of a service that was activated and has not ended; by a host, with how that is served. */
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
 * What a request names: a host, the id of a service, or a slug that it has or had. A site has the host of its domain and `www.` before it, and those of the
 * verified domains that lead to it.
 */
export type SiteKey = `host:${string}` | `id:${string}` | `slug:${string}`

/** Sites as far as they are known here. */
export interface Sites {
  /** The site, or null when there is none; undefined when that is not known, and `learn` has to ask. */
  get(key: SiteKey): Site | null | undefined
  /** Asks for a site; false when nobody answered and nothing was known of it before. */
  learn(key: SiteKey): Promise<boolean>
}

/** What was found for the keys of a question. */
export type FoundSites = readonly [key: SiteKey, site: Site | null][]

/** Recently requested sites. */
export interface SiteCache extends Sites {
  /** The answer to a question; null: it could not be found out. One that is no longer waited for changes nothing. */
  settle(question: number, found: FoundSites | null): void
  /**
   * A service or domain of the owner has changed: all are looked up again before they are used, and so are absences. `null`:
   * those of all owners. What was known stays for when nobody answers.
   */
  forget(userId: string | null): void
  /** The portal is gone and awaited: what was known before stays true, and whoever asks for something else waits. */
  hold(): void
  /** Another portal is asked what the one before has not answered. */
  resume(): void
  /** Pending lookups are answered that the portal does not respond. */
  giveUp(): void
}

export type SiteCacheOptions = {
  /** Sends a question; false when nobody is there. `settle` gets the answer. */
  ask(keys: SiteKey[], question: number): boolean
  /** Whether a portal is there, or is expected back in a moment. */
  isAwaited?: () => boolean
  /** Keys that are kept; those that were not used for the longest go first. */
  capacity?: number
  /** Milliseconds, of a clock that is never set. */
  now?: () => number
}

/** A notice of a change can be lost: a site is looked up again, and not used beyond twice that age. */
const siteFreshMs = minute
const absenceFreshMs = 5 * second
/** Nobody could say whether a site has changed: it is looked up again soon, in the same way. */
const unconfirmedFreshMs = 5 * second
const longAgo = Number.NEGATIVE_INFINITY
/** Strangers choose hosts as they like: what they make up takes no place of a site. */
const keptAbsences = 2_000
/** One question at a time, with this many keys, and not immediately after another. */
const keysAtOnce = 100
const pauseMs = 20
const answerMs = 5 * second

/** Values by key, of which those that were not put in for the longest are dropped. */
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

/** Remembers sites and asks for what it does not know, so that no table of all sites is needed. */
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
  let asked: { question: number; keys: SiteKey[]; timer: ReturnType<typeof setTimeout> } | null = null
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
  /** While nobody can say otherwise, what was known before stays true. */
  const settleKnown = () => {
    const known = [...waiting.keys()].filter((key) => sites.values.has(key) || absences.values.has(key))
    for (const key of known) keep(key, sites.values.get(key)?.site ?? null, unconfirmedFreshMs)
    end(known)
  }
  const despair = () => {
    settleKnown()
    end([...waiting.keys()])
  }
  const hold = () => {
    clearTimeout(asked?.timer)
    asked = null
    settleKnown()
    for (const key of waiting.keys()) line.add(key)
  }
  const pump = () => {
    if (asked !== null || isPausing || line.size === 0) return
    const keys = [...line].slice(0, keysAtOnce)
    for (const key of keys) line.delete(key)
    questions += 1
    const question = questions
    if (ask(keys, question))
      asked = { question, keys, timer: setTimeout(() => settle(question, null), answerMs) }
    else if (isAwaited()) hold()
    else despair()
  }
  const settle = (question: number, found: FoundSites | null) => {
    if (asked?.question !== question) return
    clearTimeout(asked.timer)
    for (const [key, site] of found ?? []) keep(key, site)
    if (found) end(asked.keys)
    else despair()
    asked = null
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
      clearTimeout(asked?.timer)
      asked = null
      despair()
    },
  }
}

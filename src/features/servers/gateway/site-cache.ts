import { minute, second } from '#shared/time.ts'
import type { ServiceStatus } from '../contract.ts'

/** What the gateway knows of a service that was activated and has not ended. */
export type Site = { userId: string; serviceId: string; domain: string | null; status: ServiceStatus }

/** What a request names: a host, or the id of a service. A site has the host of its domain and `www.` before it. */
export type SiteKey = `host:${string}` | `id:${string}`

/** Sites as far as they are known here. */
export interface Sites {
  /** The site, or null when there is none; undefined when that is not known, and `learn` has to ask. */
  get(key: SiteKey): Site | null | undefined
  /** Asks for a site; false when nobody answered and nothing was known of it before. */
  learn(key: SiteKey): Promise<boolean>
}

/** Sites that were asked for lately. */
export interface SiteCache extends Sites {
  /** The answer to what was asked last; null: it could not be found out. */
  settle(found: readonly [key: SiteKey, site: Site | null][] | null): void
  /** Something of the service has changed: it is asked for again, as is what had no site before. `null`: of all services. */
  forget(serviceId: string | null): void
  /** Whoever waits is told that nobody answers. */
  giveUp(): void
}

export type SiteCacheOptions = {
  /** Sends a question; false when nobody is there. `settle` gets the answer. */
  ask(keys: SiteKey[]): boolean
  /** Keys that are kept; those that were not used for the longest go first. */
  capacity?: number
  /** Milliseconds, of a clock that is never set. */
  now?: () => number
}

/** A notice of a change can be lost: a site is used and asked for again, an absent one is not believed for long. */
const siteFreshMs = minute
const absenceFreshMs = 5 * second
/** One question at a time, of so many keys, and not at once after another: strangers choose hosts as they like. */
const keysAtOnce = 100
const pauseMs = 20
const answerMs = 5 * second

/** Remembers sites and asks for what it does not know, so that no table of all sites is needed. */
export function createSiteCache({
  ask,
  capacity = 20_000,
  now = () => performance.now(),
}: SiteCacheOptions): SiteCache {
  const known = new Map<SiteKey, { site: Site | null; learnedAt: number }>()
  const waiting = new Map<SiteKey, PromiseWithResolvers<boolean>>()
  const line = new Set<SiteKey>()
  let asked: SiteKey[] | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isPausing = false

  const keep = (key: SiteKey, site: Site | null) => {
    known.delete(key)
    known.set(key, { site, learnedAt: now() })
    const [oldest] = known.keys()
    if (known.size > capacity && oldest !== undefined) known.delete(oldest)
  }
  const end = (keys: Iterable<SiteKey>) => {
    for (const key of [...keys]) {
      waiting.get(key)?.resolve(known.has(key))
      waiting.delete(key)
      line.delete(key)
    }
  }
  /** While nobody can say otherwise, what was known before stays true. */
  const despair = (keys: Iterable<SiteKey>) => {
    const all = [...keys]
    for (const key of all) {
      const before = known.get(key)
      if (before) keep(key, before.site)
    }
    end(all)
  }
  const pump = () => {
    if (asked !== null || isPausing || line.size === 0) return
    const keys = [...line].slice(0, keysAtOnce)
    for (const key of keys) line.delete(key)
    if (!ask(keys)) return despair(waiting.keys())
    asked = keys
    timer = setTimeout(() => settle(null), answerMs)
  }
  const settle = (found: readonly [key: SiteKey, site: Site | null][] | null) => {
    if (asked === null) return
    clearTimeout(timer)
    for (const [key, site] of found ?? []) keep(key, site)
    if (found) end(asked)
    else despair(asked)
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
      const entry = known.get(key)
      if (!entry) return undefined
      const age = now() - entry.learnedAt
      if (entry.site === null) return age < absenceFreshMs ? null : undefined
      known.delete(key)
      known.set(key, entry)
      if (age >= siteFreshMs) void learn(key)
      return entry.site
    },
    learn,
    settle,
    forget(serviceId) {
      for (const [key, { site }] of known) {
        if (serviceId === null || site === null || site.serviceId === serviceId) known.delete(key)
      }
    },
    giveUp() {
      clearTimeout(timer)
      asked = null
      despair(waiting.keys())
    },
  }
}

import { noSerial } from '../drivers/powerdns/settle-zone.ts'
import type { Follower } from '../follow-zones.ts'
import { isWhole, type ZoneHead } from '../read-zones.ts'

/** The domain whose zone PowerDNS is to have; `serial` is the one that the zone has there. */
type Wanted = Pick<ZoneHead, 'userId' | 'id' | 'domainName'> & { serial: number; isWhole: boolean }

type Turn = 'soon' | 'later'

/** The zones that PowerDNS is to have, and the names of those that may differ there. */
export interface WantedZones extends Follower {
  find(id: string): Wanted | undefined
  /**
   * What is wanted of a name; null for no zone. A name that is not verified has one without records, so that resolvers see a
   * delegation to its name servers; but none inside a zone here, which it would hide.
   */
  wanted(name: string): Wanted | null
  names(): Iterable<string>
  /** The names that are not verified, by each name that they are inside of. */
  readonly awaitedInside: ReadonlyMap<string, ReadonlySet<string>>
  /** A zone that may differ; changes of people go before what a start has found. */
  enqueue(name: string, turn: Turn): void
  take(count: number): string[]
  waiting(): number
}

/** The names above a name, without the root. */
export const ancestorsOf = (name: string): string[] => {
  const labels = name.split('.')
  return labels.slice(1).map((_, at) => labels.slice(at + 1).join('.'))
}

function addTo<T>(sets: Map<string, Set<T>>, key: string, value: T): void {
  const set = sets.get(key)
  if (set) set.add(value)
  else sets.set(key, new Set([value]))
}

function takeFrom<T>(sets: Map<string, Set<T>>, key: string, value: T): void {
  const set = sets.get(key)
  set?.delete(value)
  if (set?.size === 0) sets.delete(key)
}

const soaSerials = 2 ** 32

const describe = (head: ZoneHead): Wanted => {
  const { userId, id, domainName, serial } = head
  const whole = isWhole(head)
  return { userId, id, domainName, serial: whole ? serial % soaSerials : noSerial, isWhole: whole }
}

/** `changed` is called when there is something to do. */
export function createWantedZones(changed: () => void): WantedZones {
  const zones = new Map<string, Wanted>()
  const idsOf = new Map<string, Set<string>>()
  const awaitedInside = new Map<string, Set<string>>()
  const queues: Record<Turn, Set<string>> = { soon: new Set(), later: new Set() }

  const enqueue = (name: string, turn: Turn) => {
    if (turn === 'soon') queues.later.delete(name)
    if (!queues.soon.has(name)) queues[turn].add(name)
    changed()
  }
  const allOf = (name: string): Wanted[] =>
    [...(idsOf.get(name) ?? [])].flatMap((id) => {
      const zone = zones.get(id)
      return zone ? [zone] : []
    })
  const wholeOf = (name: string) => allOf(name).find((zone) => zone.isWhole)
  /** What follows from a domain that came, went, or is another customer's now. */
  const settleName = (name: string, turn: Turn, [before, after]: (Wanted | undefined)[]) => {
    const isAwaited = allOf(name).some((zone) => !zone.isWhole)
    for (const outer of ancestorsOf(name)) (isAwaited ? addTo : takeFrom)(awaitedInside, outer, name)
    if ((before?.isWhole ?? false) !== (after?.isWhole ?? false))
      for (const inner of awaitedInside.get(name) ?? []) enqueue(inner, turn)
    enqueue(name, turn)
  }
  return {
    awaitedInside,
    find: (id) => zones.get(id),
    ids: () => zones.keys(),
    isCurrent(head) {
      const { serial, isWhole } = describe(head)
      const here = zones.get(head.id)
      // One that waits for its turn may be told of, and comes sooner then.
      return here?.serial === serial && here.isWhole === isWhole && !queues.later.has(head.domainName)
    },
    async update(heads, isTold) {
      for (const head of heads) {
        const [before, after] = [zones.get(head.id), describe(head)]
        zones.set(head.id, after)
        addTo(idsOf, after.domainName, after.id)
        settleName(after.domainName, isTold ? 'soon' : 'later', [before, after])
      }
    },
    remove(id) {
      const before = zones.get(id)
      if (!before) return
      zones.delete(id)
      takeFrom(idsOf, before.domainName, id)
      settleName(before.domainName, 'soon', [before, undefined])
    },
    wanted(name) {
      const whole = wholeOf(name)
      if (whole) return whole
      return ancestorsOf(name).some((outer) => wholeOf(outer)) ? null : (allOf(name)[0] ?? null)
    },
    names: () => idsOf.keys(),
    enqueue,
    take(count) {
      const names = [...queues.soon.values().take(count)]
      names.push(...queues.later.values().take(count - names.length))
      for (const name of names) for (const queue of Object.values(queues)) queue.delete(name)
      return names
    },
    waiting: () => queues.soon.size + queues.later.size,
  }
}

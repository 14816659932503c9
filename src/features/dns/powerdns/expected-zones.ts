import { noSerial } from '../drivers/powerdns/settle-zone.ts'
import type { Follower } from '../follow-zones.ts'
import { isWhole, type ZoneHead } from '../read-zones.ts'

/** A domain whose zone PowerDNS should have; `serial` is the expected one there. */
type ExpectedZone = Pick<ZoneHead, 'userId' | 'id' | 'domainName'> & { serial: number; isWhole: boolean }

type Priority = 'soon' | 'later'

/** The zones that PowerDNS should have, with a queue of those that may differ. */
export interface ExpectedZones extends Follower {
  find(id: string): ExpectedZone | undefined
  /**
   * The expected zone of a name; null for none. An unverified name has one without records, so that resolvers see a delegation to
   * its name servers, but none inside a zone here, which it would hide.
   */
  zoneOf(name: string): ExpectedZone | null
  names(): Iterable<string>
  /** Unverified names, by each enclosing name. */
  readonly awaitedInside: ReadonlyMap<string, ReadonlySet<string>>
  /** Queues a zone that may differ; recent changes go before differences found at the start. */
  enqueue(name: string, turn: Priority): void
  take(count: number): string[]
  waiting(): number
}

/** The parent names of a name, without the root. */
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

const describe = (head: ZoneHead): ExpectedZone => {
  const { userId, id, domainName, serial } = head
  const whole = isWhole(head)
  return { userId, id, domainName, serial: whole ? serial % soaSerials : noSerial, isWhole: whole }
}

/** `changed` is called when there is work. */
export function createExpectedZones(changed: () => void): ExpectedZones {
  const zones = new Map<string, ExpectedZone>()
  const idsOf = new Map<string, Set<string>>()
  const awaitedInside = new Map<string, Set<string>>()
  const queues: Record<Priority, Set<string>> = { soon: new Set(), later: new Set() }

  const enqueue = (name: string, turn: Priority) => {
    if (turn === 'soon') queues.later.delete(name)
    if (!queues.soon.has(name)) queues[turn].add(name)
    changed()
  }
  const allOf = (name: string): ExpectedZone[] =>
    [...(idsOf.get(name) ?? [])].flatMap((id) => {
      const zone = zones.get(id)
      return zone ? [zone] : []
    })
  const wholeOf = (name: string) => allOf(name).find((zone) => zone.isWhole)
  /** Updates the queue after a domain was added, removed, or transferred to another customer. */
  const settleName = (name: string, turn: Priority, [before, after]: (ExpectedZone | undefined)[]) => {
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
      // A queued zone may be named by an event, which moves it forward.
      return here?.serial === serial && here.isWhole === isWhole && !queues.later.has(head.domainName)
    },
    async update(heads, isUrgent) {
      for (const head of heads) {
        const [before, after] = [zones.get(head.id), describe(head)]
        zones.set(head.id, after)
        addTo(idsOf, after.domainName, after.id)
        settleName(after.domainName, isUrgent ? 'soon' : 'later', [before, after])
      }
    },
    remove(id) {
      const before = zones.get(id)
      if (!before) return
      zones.delete(id)
      takeFrom(idsOf, before.domainName, id)
      settleName(before.domainName, 'soon', [before, undefined])
    },
    zoneOf(name) {
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

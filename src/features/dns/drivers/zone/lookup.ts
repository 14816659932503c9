import { headerBytes, rcode, type } from '../wire/codes.ts'
import { type Name, parentOf, readName } from '../wire/name.ts'
import type { Writer } from '../wire/writer.ts'
import {
  type Answering,
  type Denial,
  type Owner,
  provingOf,
  writeDenial,
  writeGlue,
  writeSet,
  writeSignature,
  writeSoa,
} from './answer.ts'
import { locate, type Place, wildcardBelow } from './locate.ts'
import type { RecordSet } from './record-set.ts'
import { findNode, findSet, firstSet, type Zone } from './zone.ts'
import type { Zones } from './zones.ts'

export type Question = { name: Name; type: number; wantsDnssec: boolean }

/** What the header says about the records that were written. */
export type Outcome = {
  rcode: number
  isAuthoritative: boolean
  answers: number
  authority: number
  additional: number
  /** Whether everybody gets this answer until a zone changes: one of a zone with DNSSEC differs, and its signatures age. */
  isLasting: boolean
}

const maxAliases = 8
const oneDay = 86_400
/** RFC 8482: instead of everything there is. */
const minimalAny = Buffer.from('\x07RFC8482\0', 'latin1')

/** What a name of a zone says, as far as it is written: the answer, and what the rest of the message has to have. */
type Step = {
  answers: number
  /** The name that an alias leads to. */
  alias?: Owner
  isMissing?: true
  /** Nothing was found, and the SOA says for how long that is true. */
  isEmpty?: true
  /** Other servers answer. */
  cut?: Extract<Place, { kind: 'cut' }>
  /** Names whose absence, or absence with the type that was asked for, is to be proved. */
  denied: Name[]
}

type Found = Extract<Place, { kind: 'node' }>

/** Writes the records of a name, and returns where the data of each begins, and how many there are with the signature. */
function writeFound(
  a: Answering,
  zone: Zone,
  { owner, set, found }: { owner: Owner; set: RecordSet; found: Found },
) {
  const dataAt = writeSet(a.w, owner.at, set)
  const { name, node } = found
  return { dataAt, count: dataAt.length + writeSignature(a, { zone, ownerAt: owner.at, name, node, set }) }
}

/** Instead of everything there is: of a zone that is to be proved one set (RFC 8482 section 4.1), else a record that says so. */
function writeAny(a: Answering, zone: Zone, { owner, found }: { owner: Owner; found: Found }): number {
  const set = provingOf(a, zone) ? firstSet(zone, found.node) : null
  if (set) return writeFound(a, zone, { owner, set, found }).count
  if (provingOf(a, zone)) return 0
  return writeSet(a.w, owner.at, { type: type.HINFO, ttl: oneDay, data: [minimalAny] }).length
}

/** Instead of all signatures of a name that of one set. */
function writeOneSignature(
  a: Answering,
  zone: Zone,
  { owner, found }: { owner: Owner; found: Found },
): number {
  const set = firstSet(zone, found.node)
  if (!set) return 0
  return writeSignature({ ...a, wantsDnssec: true }, { zone, ownerAt: owner.at, ...found, set })
}

function writeNode(
  a: Answering,
  zone: Zone,
  { owner, found, asked }: { owner: Owner; found: Found; asked: number },
): Step {
  const relative = owner.name.slice(0, owner.name.length - zone.apex.length)
  // A wildcard stands for a name only where that one does not exist.
  const denied = found.name === relative ? [] : [relative]
  const nothing: Step = { answers: 0, isEmpty: true, denied: [found.name, ...denied] }
  if (asked === type.ANY || asked === type.RRSIG) {
    const write = asked === type.ANY ? writeAny : writeOneSignature
    const answers = write(a, zone, { owner, found })
    return answers > 0 ? { answers, denied } : nothing
  }
  const set = findSet(zone, found.node, asked)
  if (set) return { answers: writeFound(a, zone, { owner, set, found }).count, denied }
  const alias = findSet(zone, found.node, type.CNAME)
  if (!alias) return nothing
  const { dataAt, count } = writeFound(a, zone, { owner, set: alias, found })
  const [at = 0] = dataAt
  return { answers: count, alias: { name: readName(a.w.written, at)?.name ?? '', at }, denied }
}

/** Writes the records at a place, if there are any. */
function writeStep(a: Answering, zone: Zone, { owner, asked }: { owner: Owner; asked: number }): Step {
  const relative = owner.name.slice(0, owner.name.length - zone.apex.length)
  const place = locate(zone, relative, asked)
  if (place.kind === 'node') return writeNode(a, zone, { owner, found: place, asked })
  // That a delegation is not signed, its parent proves.
  if (place.kind === 'cut') return { answers: 0, cut: place, denied: [place.name] }
  const denied = [relative, wildcardBelow(place.encloser)]
  return { answers: 0, isMissing: true, isEmpty: true, denied }
}

/** Writes what follows the answers: the end of the search, what proves the absences on its way, and where else to ask. */
function writeRest(a: Answering, end: Step & { zone: Zone; owner: Owner }, denials: readonly Denial[]) {
  const { zone, owner, cut } = end
  const at = cut ? owner.at + owner.name.length - zone.apex.length - cut.name.length : 0
  const dataAt = cut ? writeSet(a.w, at, cut.servers) : []
  const soa = end.isEmpty ? writeSoa(a, owner, zone) : 0
  const proofs = denials.reduce((count, denial) => count + writeDenial(a, denial), 0)
  return { authority: dataAt.length + soa + proofs, additional: writeGlue(a.w, zone, dataAt) }
}

/** The zone that answers for a name: how a delegation is signed, its parent says, if that one delegates it and is here. */
function zoneOf(zones: Zones, { name, asked }: { name: Name; asked: number }): Zone | null {
  const zone = zones.find(name)
  if (asked !== type.DS || zone?.apex !== name) return zone
  const parent = zones.find(parentOf(name))
  const delegated = parent && name.slice(0, name.length - parent.apex.length)
  return parent && delegated && findNode(parent, delegated) >= 0 ? parent : zone
}

/** An NSEC record is written once for all that it denies in a zone. */
function deny(denials: Denial[], denial: Denial): void {
  const same = denials.find(({ zone }) => zone === denial.zone)
  if (same) same.names = [...same.names, ...denial.names]
  else denials.push(denial)
}

/**
 * Writes the answer to a question that the message already has, RFC 1034 section 4.3.2 as RFC 4592 words it, with proofs by
 * RFC 4035 where they are wanted. An alias is followed as long as it stays within the zones here.
 */
export function writeAnswer(
  w: Writer,
  zones: Zones,
  { now, ...question }: Question & { now: Date },
): Outcome {
  const { type: asked, wantsDnssec } = question
  const a = { w, wantsDnssec, now }
  const outcome: Outcome = {
    rcode: rcode.noError,
    isAuthoritative: true,
    answers: 0,
    authority: 0,
    additional: 0,
    isLasting: true,
  }
  const denials: Denial[] = []
  const seen = new Set<Name>()
  let owner: Owner = { name: question.name, at: headerBytes }
  for (let aliases = 0; ; aliases += 1) {
    const zone =
      zoneOf(zones, { name: owner.name, asked }) ?? (aliases === 0 ? zones.awaited(owner.name) : null)
    if (!zone && aliases === 0) return { ...outcome, rcode: rcode.refused, isAuthoritative: false }
    if (!zone || seen.has(owner.name) || aliases > maxAliases) {
      const authority = denials.reduce((count, denial) => count + writeDenial(a, denial), 0)
      return { ...outcome, authority }
    }
    seen.add(owner.name)
    const step = writeStep(a, zone, { owner, asked })
    outcome.answers += step.answers
    if (zone.secured) outcome.isLasting = false
    deny(denials, { zone, owner, names: step.denied })
    if (!step.alias) {
      Object.assign(outcome, writeRest(a, { ...step, zone, owner }, denials))
      if (step.isMissing) outcome.rcode = rcode.noSuchName
      // The header speaks for the name that was asked for.
      if (step.cut && aliases === 0) outcome.isAuthoritative = false
      return outcome
    }
    owner = step.alias
  }
}

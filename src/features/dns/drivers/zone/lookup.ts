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
import { locate, type NameLocation, wildcardBelow } from './locate.ts'
import type { RecordSet } from './record-set.ts'
import { findNode, findSet, firstSet, type Zone } from './zone.ts'
import type { Zones } from './zones.ts'

export type Question = { name: Name; type: number; wantsDnssec: boolean }

/** Header data about the written records. */
export type Outcome = {
  rcode: number
  isAuthoritative: boolean
  answers: number
  authority: number
  additional: number
  /** Whether the answer may be cached until a zone changes: not for a signed zone, whose answers depend on the client and age. */
  isLasting: boolean
}

const maxAliases = 8
const oneDay = 86_400
/** RFC 8482: a minimal answer to ANY. */
const minimalAny = Buffer.from('\x07RFC8482\0', 'latin1')

/** The state of an answer: its records so far, and what the rest of the message needs. */
type Step = {
  answers: number
  /** The target of an alias. */
  alias?: Owner
  isMissing?: true
  /** Negative answer, whose TTL is in the SOA. */
  isEmpty?: true
  /** A referral. */
  cut?: Extract<NameLocation, { kind: 'cut' }>
  /** Names whose absence, or lack of the queried type, must be proved. */
  denied: Name[]
}

type NodeLocation = Extract<NameLocation, { kind: 'node' }>

/** Writes the records of a name, and returns the offset of each one's data and the count including the signature. */
function writeFound(
  a: Answering,
  zone: Zone,
  { owner, set, found }: { owner: Owner; set: RecordSet; found: NodeLocation },
) {
  const dataAt = writeSet(a.w, owner.at, set)
  const { name, node } = found
  return { dataAt, count: dataAt.length + writeSignature(a, { zone, ownerAt: owner.at, name, node, set }) }
}

/** A minimal answer to ANY: one set of a signed zone (RFC 8482 section 4.1), else a HINFO record. */
function writeAny(a: Answering, zone: Zone, { owner, found }: { owner: Owner; found: NodeLocation }): number {
  const set = provingOf(a, zone) ? firstSet(zone, found.node) : null
  if (set) return writeFound(a, zone, { owner, set, found }).count
  if (provingOf(a, zone)) return 0
  return writeSet(a.w, owner.at, { type: type.HINFO, ttl: oneDay, data: [minimalAny] }).length
}

/** For RRSIG queries only the signature of one set is returned. */
function writeOneSignature(
  a: Answering,
  zone: Zone,
  { owner, found }: { owner: Owner; found: NodeLocation },
): number {
  const set = firstSet(zone, found.node)
  if (!set) return 0
  return writeSignature({ ...a, wantsDnssec: true }, { zone, ownerAt: owner.at, ...found, set })
}

function writeNode(
  a: Answering,
  zone: Zone,
  { owner, found, asked }: { owner: Owner; found: NodeLocation; asked: number },
): Step {
  const relative = owner.name.slice(0, owner.name.length - zone.apex.length)
  // A wildcard answer needs a proof that the name itself does not exist.
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

/** Writes the records of a location, if there are any. */
function writeStep(a: Answering, zone: Zone, { owner, asked }: { owner: Owner; asked: number }): Step {
  const relative = owner.name.slice(0, owner.name.length - zone.apex.length)
  const place = locate(zone, relative, asked)
  if (place.kind === 'node') return writeNode(a, zone, { owner, found: place, asked })
  // The parent proves that a delegation is not signed.
  if (place.kind === 'cut') return { answers: 0, cut: place, denied: [place.name] }
  const denied = [relative, wildcardBelow(place.encloser)]
  return { answers: 0, isMissing: true, isEmpty: true, denied }
}

/** Writes the sections after the answers: SOA, proofs of absence, and referrals. */
function writeRest(a: Answering, end: Step & { zone: Zone; owner: Owner }, denials: readonly Denial[]) {
  const { zone, owner, cut } = end
  const at = cut ? owner.at + owner.name.length - zone.apex.length - cut.name.length : 0
  const dataAt = cut ? writeSet(a.w, at, cut.servers) : []
  const soa = end.isEmpty ? writeSoa(a, owner, zone) : 0
  const proofs = denials.reduce((count, denial) => count + writeDenial(a, denial), 0)
  return { authority: dataAt.length + soa + proofs, additional: writeGlue(a.w, zone, dataAt) }
}

/** The answering zone: for DS queries it is the parent, if that delegates the name and is served here. */
function zoneOf(zones: Zones, { name, asked }: { name: Name; asked: number }): Zone | null {
  const zone = zones.find(name)
  if (asked !== type.DS || zone?.apex !== name) return zone
  const parent = zones.find(parentOf(name))
  const delegated = parent && name.slice(0, name.length - parent.apex.length)
  return parent && delegated && findNode(parent, delegated) >= 0 ? parent : zone
}

/** An NSEC record is written once for all names that it denies in a zone. */
function deny(denials: Denial[], denial: Denial): void {
  const same = denials.find(({ zone }) => zone === denial.zone)
  if (same) same.names = [...same.names, ...denial.names]
  else denials.push(denial)
}

/**
 * Answers the question in the message by RFC 1034 section 4.3.2 and RFC 4592, with proofs by RFC 4035 if requested. An alias
 * is followed as long as it stays within the zones here.
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
      // The header refers to the queried name.
      if (step.cut && aliases === 0) outcome.isAuthoritative = false
      return outcome
    }
    owner = step.alias
  }
}

import { and, eq } from 'drizzle-orm'
import { Duplicate } from '#db/errors.ts'
import type { Source, Tx } from '#db/types.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import type { DomainName } from '#shared/names/domain-name.ts'
import { assertNoMailName } from './mail-names.ts'
import {
  findOthersServices,
  isInsideOthers,
  lockServedNames,
  type NameClaim,
  type NamedService,
  servedNames,
} from './names.ts'

const taken = (message: string): DomainError =>
  new DomainError('DOMAIN_IN_USE', message, { fields: { name: message } })

const isOthers = (name: string): string => `${name} is another customer's domain, or part of one.`

/** Why another customer has the name now, as a sentence; null when none has. */
async function findOther(source: Source, { name, userId }: NameClaim): Promise<string | null> {
  if (await isInsideOthers(source, { name, userId })) return isOthers(name)
  const [used] = await findOthersServices(source, { names: servedNames(name), userId })
  return used === undefined ? null : `${used.name} is used by another customer's service.`
}

/** Why another customer has the name, as a sentence; null when none has it or can get it before this transaction ends. */
export async function findRival(tx: Tx, wanted: NameClaim): Promise<string | null> {
  await lockServedNames(tx, wanted.name)
  return findOther(tx, wanted)
}

const isOwn = (name: string): string => `You already have ${name}.`

/** Why the name is taken now, by the customer or another, as a sentence; null when it is free. */
export const findTaker = async (source: Source, wanted: NameClaim): Promise<string | null> =>
  (await hasDomain(source, wanted)) ? isOwn(wanted.name) : findOther(source, wanted)

/** Locks the name. @throws DOMAIN_IN_USE when it is a domain or used by a service of another customer */
async function assertNobodyElses(tx: Tx, wanted: NameClaim): Promise<void> {
  const rival = await findRival(tx, wanted)
  if (rival !== null) throw taken(rival)
}

/**
 * Why another customer owns the verified name, as a sentence; null when none does or can before this transaction ends. `users`
 * are other customers' services that use it without verification.
 */
export async function lockToProve(
  tx: Tx,
  wanted: NameClaim,
): Promise<{ owner: string | null; users: NamedService[] }> {
  const { name, userId } = wanted
  const names = await lockServedNames(tx, name)
  const owner = (await isInsideOthers(tx, wanted)) ? isOthers(name) : null
  return { owner, users: await findOthersServices(tx, { names, userId }) }
}

/** @throws DOMAIN_IN_USE when there is an owner */
export function assertUnowned(owner: string | null): void {
  if (owner !== null) throw taken(owner)
}

const clashes = ['domains_name_key', 'domains_own_name_key']

/**
 * Runs a mutation that gives the caller a new domain of this name, and returns the result of `work`.
 * @throws DOMAIN_IN_USE when the caller already has a domain of that name, or another customer has the name; INVALID for a name
 * reserved for mail
 */
export async function claimName<T>(ctx: CustomerContext, name: DomainName, work: (tx: Tx) => Promise<T>) {
  const own = () => taken(isOwn(name))
  try {
    return await mutate(ctx, async (tx) => {
      const wanted = { name, userId: ctx.user.id }
      await assertNobodyElses(tx, wanted)
      await assertNoMailName(tx, { field: 'name', name })
      if (await hasDomain(tx, wanted)) throw own()
      return work(tx)
    })
  } catch (error) {
    if (!(error instanceof Duplicate) || !clashes.includes(error.index)) throw error
    throw own()
  }
}

/** Whether the customer has a domain of this name, verified or not. */
export async function hasDomain({ read, t }: Source, { name, userId }: NameClaim): Promise<boolean> {
  const { domains } = t
  return (await read.$count(domains, and(eq(domains.userId, userId), eq(domains.domainName, name)))) > 0
}

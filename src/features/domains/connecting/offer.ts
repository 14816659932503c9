import type { z } from 'zod'
import { findTaker } from '#features/names/claim-name.ts'
import { findMailUse } from '#features/names/mail-names.ts'
import { readRegistrableName } from '#features/names/read-name.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { offerInput, offerOutput } from '../contract/offer.ts'

type RequestedName = { name: string; tld: string }

/** Why the caller cannot register a name now, as a sentence; null when there is no known obstacle. */
async function findHindrance(ctx: CustomerContext, { name, tld }: RequestedName): Promise<string | null> {
  try {
    const domainName = readRegistrableName(ctx, name, tld)
    const claim = { name: domainName, userId: ctx.user.id }
    return (await findTaker(ctx.store, claim)) ?? (await findMailUse(ctx.store, domainName))
  } catch (error) {
    if (error instanceof DomainError) return error.message
    throw error
  }
}

/** Whether a name is available to the caller, and how the registrar registers names. Reserves nothing. */
export async function offerName(
  ctx: CustomerContext,
  { name, tld }: z.output<typeof offerInput>,
): Promise<Answer<typeof offerOutput>> {
  const isTest = ctx.registrar.mode === 'embedded'
  if (name === undefined) return { isFree: null, message: null, isTest }
  const message = await findHindrance(ctx, { name, tld })
  return { isFree: message === null, message, isTest }
}

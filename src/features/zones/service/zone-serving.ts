import { findServingProblem } from '#features/dns/status.ts'
import type { OwnerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import type { zoneServingOutput } from '../contract/zone-serving.ts'
import { findDomain } from '../domain/own.ts'

/** Whether the name server serves the stored zone of one of the caller's domains; checked now. @throws NOT_FOUND */
export async function getZoneServing(
  ctx: OwnerContext,
  { id }: { id: string },
): Promise<Answer<typeof zoneServingOutput>> {
  const { zoneSerial: serial, ...domain } = await findDomain(ctx, id)
  // Until it is verified, the screen asks for the proof, and the records are not expected to be served.
  if (domain.challenge !== null) return { message: null }
  return { message: await findServingProblem(ctx, { ...domain, serial }) }
}

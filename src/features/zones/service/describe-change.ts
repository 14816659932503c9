import type { Tx } from '#db/types.ts'
import type { CustomerContext } from '#server/context.ts'
import { differenceOf, type StoredRecord } from '../contract/edit-zone.ts'
import { describeDelay, describeEffects } from '../contract/effects.ts'
import { describeHeld } from './held-names.ts'
import type { Zone } from './zone.ts'

type Change = Zone & { after: readonly StoredRecord[] }

/** As many as somebody would read; a zone file may change hundreds of names. */
const shownEffects = 12

/** The effects of a zone change as sentences; beyond a limit the rest is counted. */
export async function describeChange(
  tx: Tx,
  ctx: CustomerContext,
  { domain, records: before, after }: Change,
): Promise<string[]> {
  const difference = differenceOf(before, after)
  const effects = describeEffects(difference, { before, after, zone: domain.domainName })
  const more = effects.length - shownEffects
  const shown = more > 1 ? [...effects.slice(0, shownEffects), `${more} more names change.`] : effects
  const held = await describeHeld(tx, ctx, { domain, before, after })
  const delay = describeDelay(difference.removed)
  return [...shown, ...held, ...(delay === null ? [] : [delay])]
}

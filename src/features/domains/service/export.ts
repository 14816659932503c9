import type { CustomerContext } from '#server/context.ts'
import { writeZoneFile } from '../contract/zone-file/write.ts'
import { findDomain } from './own.ts'
import { readZone } from './zone.ts'

/** The zone of the caller's domain as a master file, and the name of that file. @throws NOT_FOUND */
export async function exportZone(
  ctx: CustomerContext,
  id: string,
): Promise<{ fileName: string; text: string }> {
  const { domainName: zone, zoneSerial: serial, ...domain } = await findDomain(ctx, id)
  const records = await readZone(ctx.store.read, ctx.store.t, domain)
  const nameserver = records.find(({ name, type }) => name === '@' && type === 'NS')?.value ?? zone
  return { fileName: `${zone}.zone`, text: writeZoneFile({ zone, serial, nameserver, records }) }
}

import type { Source } from '#db/types.ts'
import type { CustomerContext } from '#server/context.ts'
import { writeZoneFile } from '../contract/zone-file/write.ts'
import { type DomainRow, findDomain } from '../domain/own.ts'

import { readZone } from '../service/zone.ts'

/** The zone of the caller's domain as a master file, with its file name. @throws NOT_FOUND */
export async function exportZone(
  ctx: CustomerContext,
  id: string,
): Promise<{ fileName: string; text: string }> {
  return writeZone(ctx.store, await findDomain(ctx, id))
}

/** The same for any domain. */
export async function writeZone(
  { read, t }: Source,
  { domainName: zone, zoneSerial: serial, ...domain }: DomainRow,
): Promise<{ fileName: string; text: string }> {
  const records = await readZone({ read, t }, domain)
  const nameserver = records.find(({ name, type }) => name === '@' && type === 'NS')?.value ?? zone
  return { fileName: `${zone}.zone`, text: writeZoneFile({ zone, serial, nameserver, records }) }
}

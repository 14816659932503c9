import { type SQL, sql } from 'drizzle-orm'
import type { Source } from '#db/types.ts'
import { wholeService } from '../service/totals.ts'

/** Counts folders and services whose totals differ from the sum of their live rows. */
export async function countWrongTotals({ read, t }: Source): Promise<number> {
  const { files, fileTotals } = t
  const { userId, serviceId, path, isFolder, fileSize, fileType, deletedAt } = files
  const count = (isCounted: SQL) => sql`sum(case when ${isCounted} then 1 else 0 end)`
  const wrong = (place: SQL) => sql`(
    select ${userId} as user_id, ${place} as path, ${serviceId} as service_id,
      ${count(sql`not ${isFolder}`)} as files, ${count(sql`${isFolder}`)} as folders,
      sum(${fileSize}) as bytes, ${count(sql`${fileType} like 'image/%'`)} as images
    from ${files} where ${deletedAt} is null group by 1, 2, 3) as live
    where not exists (select 1 from ${fileTotals}
      where ${fileTotals.userId} = live.user_id and ${fileTotals.path} = live.path
        and ${fileTotals.serviceId} = live.service_id and ${fileTotals.files} = live.files
        and ${fileTotals.folders} = live.folders and ${fileTotals.bytes} = live.bytes
        and ${fileTotals.images} = live.images)`
  let found = 0
  for (const place of [sql`${path}`, sql`cast(${wholeService} as text)`]) {
    const [row] = await read.select({ rows: sql`count(*)`.mapWith(Number) }).from(wrong(place))
    found += row?.rows ?? 0
  }
  const hasRows = sql`exists (select 1 from ${files} where ${serviceId} = ${fileTotals.serviceId}
    and (${path} = ${fileTotals.path} or ${fileTotals.path} = ${wholeService}) and ${deletedAt} is null)`
  return found + (await read.$count(fileTotals, sql`not ${hasRows}`))
}

import type { DataFolder } from '#server/feature.ts'
import { eachName, walkBelow } from '#server/system/disk.ts'

/** The customer's parts of a service's folder: neither uploads in progress nor the quarantine. */
const parts = ['public', 'trash']

async function* walkServices(dataDir: string): AsyncGenerator<string> {
  for await (const id of eachName(`${dataDir}/services`))
    for (const part of parts) yield* walkBelow(dataDir, `services/${id}/${part}`)
}

// The location that its row gives; a folder in the trash includes its contents.
const rows = `
  select 'services/' || service_id || '/public/' || file_path as path, service_id, is_folder, file_size, sha256
    from snapshot.file_manager where deleted_at is null
  union all
  select 'services/' || service_id || '/trash/' || id, service_id, is_folder, file_size, sha256
    from snapshot.file_manager where deleted_at is not null and trashed_with is null
  union all
  select 'services/' || f.service_id || '/trash/' || r.id || substr(f.file_path, length(r.file_path) + 1),
      f.service_id, f.is_folder, f.file_size, f.sha256
    from snapshot.file_manager f join snapshot.file_manager r on r.user_id = f.user_id and r.id = f.trashed_with`

// Bytes of a change in progress wait in `tmp`.
const paths = /^services\/[\da-f-]{36}\/(public|trash|tmp)(\/|$)/

export const data: readonly DataFolder[] = [{ folder: 'services', paths, walk: walkServices, rows }]

import { join } from 'node:path'

/** Folders of archives, and working folders of a restore next to a service's files. Built from server-side ids only. */
export const archiveFolder = (dataDir: string): string => join(dataDir, 'backups')

export const archivePath = (dataDir: string, backupId: string): string =>
  join(archiveFolder(dataDir), `${backupId}.zip`)

export const scratchPrefix = 'scratch-'

/** Scratch space of restore tests. */
export const scratchPath = (dataDir: string, jobId: string): string =>
  join(archiveFolder(dataDir), `${scratchPrefix}${jobId}`)

export type RestorePlaces = {
  service: string
  /** The customer's site. */
  live: string
  /** The new site: verified and synced. */
  staging: string
  /** The old site, until the rows match the new one. */
  previous: string
  /** Exists once staging is complete and the swap may start. Holds the job ID. */
  marker: string
}

export function restorePlaces(dataDir: string, serviceId: string): RestorePlaces {
  const service = join(dataDir, 'services', serviceId)
  return {
    service,
    live: join(service, 'public'),
    staging: join(service, 'restore-new'),
    previous: join(service, 'restore-old'),
    marker: join(service, 'restore-marker'),
  }
}

import { join } from 'node:path'

/** Where archives lie, and the places beside a service's files that a restore works with. Made of server-side ids only. */
export const archiveFolder = (dataDir: string): string => join(dataDir, 'backups')

export const archivePath = (dataDir: string, backupId: string): string =>
  join(archiveFolder(dataDir), `${backupId}.zip`)

export const scratchPrefix = 'scratch-'

/** Scratch space of restore tests. */
export const scratchPath = (dataDir: string, jobId: string): string =>
  join(archiveFolder(dataDir), `${scratchPrefix}${jobId}`)

export type RestorePlaces = {
  service: string
  /** What the customer's site is. */
  live: string
  /** What is to become it: verified, on the disk. */
  staging: string
  /** What it was, kept until the rows say the new one. */
  previous: string
  /** There from the moment the swap may happen: staging is whole. Holds the id of the job. */
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

import { join } from 'node:path'

/** Where export archives are stored. Built from server-side ids only. */
export const exportFolder = (dataDir: string): string => join(dataDir, 'exports')

export const exportPath = (dataDir: string, id: string): string => join(exportFolder(dataDir), `${id}.zip`)

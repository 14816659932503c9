import { join } from 'node:path'

/** All temporary sites below the data folder. */
export const trialsFolder = (dataDir: string): string => join(dataDir, 'trials')

/** The folder of one site, built only from server-side ids. */
export const trialFolder = (dataDir: string, id: string): string => join(trialsFolder(dataDir), id)

/** The folder that visitors see. */
export const trialRoot = (dataDir: string, id: string): string => join(trialFolder(dataDir, id), 'site')

/** The staging folder of its upload. */
export const trialIncoming = (dataDir: string, id: string): string =>
  join(trialFolder(dataDir, id), 'incoming')

import { join } from 'node:path'

/** All temporary sites below the data folder. */
export const trialsFolder = (dataDir: string): string => join(dataDir, 'trials')

/** One of them; made of server-side ids only. */
export const trialFolder = (dataDir: string, id: string): string => join(trialsFolder(dataDir), id)

/** What visitors of it see. */
export const trialRoot = (dataDir: string, id: string): string => join(trialFolder(dataDir, id), 'site')

/** Where its bytes wait until all of them are there. */
export const trialIncoming = (dataDir: string, id: string): string =>
  join(trialFolder(dataDir, id), 'incoming')

const prefix = 'live'

/** The shared worker's name for an account's pages; browsers run one worker per name. */
export const workerName = (base: string): string => prefix + base

/** The path prefix of the tabs of this worker. */
export const baseOfWorker = (name: string): string => name.slice(prefix.length)

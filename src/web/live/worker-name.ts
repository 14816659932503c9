const prefix = 'live'

/** The name of the shared worker for whomever a page works: browsers keep one worker for each name. */
export const workerName = (base: string): string => prefix + base

/** What addresses begin with for the tabs of the worker of this name. */
export const baseOfWorker = (name: string): string => name.slice(prefix.length)

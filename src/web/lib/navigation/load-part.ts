import { checkConnection, doubtConnection, isConnectionLost } from '../calls/connection.ts'

/** Why a part of the application is not there: the server is gone, or it has a newer version of the portal. */
export type PartProblem = 'no-connection' | 'outdated'

export class PartNotLoaded extends Error {
  readonly problem: PartProblem

  constructor(problem: PartProblem, cause?: unknown) {
    super(`a part of the page could not be loaded: ${problem}`, { cause })
    this.name = 'PartNotLoaded'
    this.problem = problem
  }
}

/**
 * Loads a chunk. Some browsers remember for good that a chunk could not be loaded: nothing is asked for while the server is
 * known to be gone. @throws PartNotLoaded
 */
export async function loadPart<Module>(load: () => Promise<Module>): Promise<Module> {
  if (isConnectionLost() && !(await checkConnection())) throw new PartNotLoaded('no-connection')
  try {
    return await load()
  } catch (error) {
    doubtConnection()
    throw new PartNotLoaded((await checkConnection()) ? 'outdated' : 'no-connection', error)
  }
}

/** Loads a chunk that will probably be needed; a failure shows when it is needed. */
export const prefetchPart = (load: () => Promise<unknown>): void => {
  void loadPart(load).catch(() => undefined)
}

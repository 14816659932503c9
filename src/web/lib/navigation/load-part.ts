import { checkConnection, doubtConnection, isConnectionLost } from '../calls/connection.ts'

/** Reason for a missing chunk: the server is unreachable, or has a newer version of the portal. */
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
 * Loads a chunk. Some browsers cache a failed import permanently, so it requests nothing while the server is
 * known to be unreachable. @throws PartNotLoaded
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

/** Loads a chunk that will probably be needed; a failure shows when it is used. */
export const prefetchPart = (load: () => Promise<unknown>): void => {
  void loadPart(load).catch(() => undefined)
}

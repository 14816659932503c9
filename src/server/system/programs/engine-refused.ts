import { EngineUnavailable } from './engine-unavailable.ts'

/** The engine refused; the message is a sentence for the customer. */
export class EngineRefused extends Error {
  /** `position`: of the error in the statement, in characters from 0; null if unknown. */
  constructor(
    message: string,
    readonly position: number | null = null,
  ) {
    super(message)
  }
}

/** The engine rejected the password for a user. */
export class PasswordRefused extends EngineRefused {}

/** A lock of another session, or a time limit, ended the statement. */
export class WaitRefused extends EngineRefused {}

/** The reason why a statement of the portal waits and is retried; null when a session continues although it was killed. */
export class EngineBusy extends EngineUnavailable {
  constructor(cause: unknown) {
    super(
      cause === null
        ? 'A statement of this database is still running although it was cancelled.'
        : 'Another session of this database holds a lock that this change needs.',
      { cause },
    )
  }
}

/** An error in a statement of the portal itself, whose time limits do not count as refusals. */
export const ofPortal = (error: unknown): unknown =>
  error instanceof WaitRefused ? new EngineBusy(error) : error

/** The same while a file is loaded; `kept` is a sentence about the part that remains. */
export class EngineEnded extends EngineUnavailable {
  constructor(
    why: string,
    readonly kept: string,
  ) {
    super(`${why} ${kept}`)
  }
}

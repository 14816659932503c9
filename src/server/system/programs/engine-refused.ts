import { EngineUnavailable } from './engine-unavailable.ts'

/** The engine does not do it; the message is a sentence for the customer. */
export class EngineRefused extends Error {
  /** `position`: of the fault in the statement, in characters from 0; null when the engine does not say. */
  constructor(
    message: string,
    readonly position: number | null = null,
  ) {
    super(message)
  }
}

/** The engine does not take the password that it is given for a user. */
export class PasswordRefused extends EngineRefused {}

/** A lock that another session holds, or a time limit, ended the statement. */
export class WaitRefused extends EngineRefused {}

/** What keeps a statement of the portal waiting, which tries again; null when a session goes on after it was told to end. */
export class EngineBusy extends EngineUnavailable {
  constructor(cause: unknown) {
    super(
      cause === null
        ? 'A statement of this database is still running although it was told to end.'
        : 'A session of this database holds a lock that this waits for.',
      { cause },
    )
  }
}

/** An error of a statement of the portal itself, whose time limits are no refusals. */
export const ofPortal = (error: unknown): unknown =>
  error instanceof WaitRefused ? new EngineBusy(error) : error

/** The same in the midst of a file that was being loaded; `kept` says what of it stays, as a sentence. */
export class EngineEnded extends EngineUnavailable {
  constructor(
    why: string,
    readonly kept: string,
  ) {
    super(`${why} ${kept}`)
  }
}

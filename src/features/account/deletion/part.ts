import type { JobContext } from '#server/context.ts'

/**
 * What a feature has of a user whose account is deleted is gone, or ended by its own rule. Called again after a crash: what is
 * gone already is no failure.
 */
export type EraseAccount = (ctx: JobContext, userId: string) => Promise<void>

declare module '#server/feature.ts' {
  interface Feature {
    /** Its step in the deletion of an account; features are asked from the last of their list to the first. */
    eraseAccount?: EraseAccount
  }
}

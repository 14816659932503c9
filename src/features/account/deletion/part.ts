import type { JobContext } from '#server/context.ts'

/** Removes a feature's data of a deleted user, or ends it by the feature's own rule. Idempotent: after a crash it runs again. */
export type EraseAccount = (ctx: JobContext, userId: string) => Promise<void>

declare module '#server/feature.ts' {
  interface Feature {
    /** The feature's step in an account deletion; steps run in reverse order of the features. */
    eraseAccount?: EraseAccount
  }
}

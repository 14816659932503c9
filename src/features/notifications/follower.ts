import type { Tx } from '#db/types.ts'
import type { Deps } from '#server/context.ts'
import type { NoticeKind } from './contract/kinds.ts'

/** Dependencies of sending a notice. */
export type NoticeContext = Pick<Deps, 'env' | 'now' | 'origin' | 'features'>

/** A notice as stored. */
export type StoredNotice = {
  id: string
  userId: string
  kind: NoticeKind
  subject: string
  body: string | null
  link: string | null
  relatedId: string | null
  createdAt: Date
}

/** Forwards a notice, within the transaction that caused it. */
export type FollowNotice = (tx: Tx, ctx: NoticeContext, notice: StoredNotice) => Promise<void>

declare module '#server/feature.ts' {
  interface Feature {
    /** Forwards notices that their user wants by webhook. */
    followNotice?: FollowNotice
  }
}

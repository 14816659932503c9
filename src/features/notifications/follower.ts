import type { Tx } from '#db/types.ts'
import type { Deps } from '#server/context.ts'
import type { NoticeKind } from './contract/kinds.ts'

/** What it takes to tell somebody something. */
export type Teller = Pick<Deps, 'env' | 'now' | 'origin' | 'features'>

/** A notice as it is stored. */
export type Told = {
  id: string
  userId: string
  kind: NoticeKind
  subject: string
  body: string | null
  link: string | null
  relatedId: string | null
  createdAt: Date
}

/** Carries a notice further, within the transaction of what it tells about. */
export type FollowNotice = (tx: Tx, ctx: Teller, told: Told) => Promise<void>

declare module '#server/feature.ts' {
  interface Feature {
    /** Carries notices further that their user wants by webhook. */
    followNotice?: FollowNotice
  }
}

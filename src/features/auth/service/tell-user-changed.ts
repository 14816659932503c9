import type { Context } from '#server/context.ts'

/** Every open page of the user reads again who they are. Called after the change is committed. */
export const tellUserChanged = ({ events }: Pick<Context, 'events'>, userId: string): void =>
  events.publish({ userId, kind: 'user', id: userId, status: 'changed' })
